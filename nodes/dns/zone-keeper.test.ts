import type { DnsZone } from '@headwater/contract/nodes/dns-document';
import { findPowerDns, type NewZone, type PowerDnsApi, PowerDnsAway } from '@headwater/engines/powerdns';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeControlPlane } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { DnsEngine } from './dns-engine.ts';
import { dnsZone, makeKey, rrset } from './testing/dns-zone.ts';
import { RealDns } from './testing/real-dns.ts';
import { type Api, ZoneKeeper } from './zone-keeper.ts';

const reads = new Set(['listZones', 'readZone', 'readKeys']);

/** The real one, for a program that is killed before its call number `most`; `changes` counts those that change something. */
function limited(api: PowerDnsApi, most = Number.POSITIVE_INFINITY) {
  const seen = { calls: 0, changes: [] as string[] };
  const proxy = new Proxy(api, {
    get: (target, name: keyof Api) => {
      const call = target[name] as (...args: unknown[]) => Promise<unknown>;
      const begin = (): void => {
        if (seen.calls >= most) throw new PowerDnsAway('killed');
        seen.calls += 1;
      };
      return async (...args: unknown[]) => {
        begin();
        if (!reads.has(name)) seen.changes.push(name);
        if (name !== 'createZone') return await call.apply(target, args);
        // Two requests inside: it may be killed between them.
        const zone = args[0] as NewZone;
        await target.createZone({ ...zone, signing: null });
        if (zone.signing == null) return;
        begin();
        await target.setKey(zone.name, zone.signing.privateKey);
      };
    },
  });
  return { api: proxy as Api, seen };
}

const healthy = () => ({ serving: true, warnings: [], notices: [] });
const engineOn = (api: Api) => new DnsEngine(new ZoneKeeper(api), healthy, () => undefined);
const rowOf = (zone: DnsZone) => ({ key: `domain/${zone.id}`, seq: 1, doc: zone });

describe.skipIf(!findPowerDns().ok)('zones in a real PowerDNS', () => {
  let dns: RealDns;
  let api: PowerDnsApi;

  beforeAll(async () => {
    dns = await new RealDns(new FakeControlPlane('dns')).prepare();
    dns.start('pdns');
    api = dns.api;
    const isThere = () =>
      api.listZones().then(
        () => true,
        () => false,
      );
    await until(isThere, 'PowerDNS to answer', 12_000);
  });
  afterAll(async () => {
    api.close();
    await dns.remove();
  });

  const numberIn = (key = '') => /^PrivateKey:\s*(\S+)/m.exec(key)?.[1];
  async function expectServed(zone: DnsZone): Promise<void> {
    const held = (await api.readZone(zone.name)) ?? [];
    const sorted = (sets: { name: string; type: string; records: string[] }[]) =>
      sets.map(({ name, type, records }) => `${name} ${type} ${[...records].sort().join()}`).sort();
    expect(sorted(held)).toEqual(sorted(zone.rrsets));
    const keys = (await api.readKeys(zone.name)).map((key) => numberIn(key));
    expect(keys).toEqual(zone.signing === null ? [] : [numberIn(zone.signing.privateKey)]);
  }

  const one = makeKey();
  const other = makeKey();
  const name = 'a.test';
  const before = [rrset(`www.${name}`, 'CNAME', `b.${name}.`), rrset(`b.${name}`, 'A', '192.0.2.1')];
  const after = [rrset(`www.${name}`, 'A', '192.0.2.2')];
  const plain = dnsZone(name, 1, before);
  const signed = dnsZone(name, 1, before, one);

  test.each([
    ['a new zone', null, plain],
    ['a new signed zone', null, signed],
    ['changed records', plain, dnsZone(name, 2, after)],
    ['changed records of a signed zone', signed, dnsZone(name, 2, after, one)],
    ['a key and records', plain, dnsZone(name, 2, after, one)],
    ['another key', signed, dnsZone(name, 2, before, other)],
    ['no key any more', signed, dnsZone(name, 2, after)],
  ])('%s: killed after any call, the next life of the agent makes it right', async (_, from, to) => {
    for (let most = 0; ; most++) {
      await api.deleteZone(name);
      const { api: limitedApi, seen } = limited(api);
      const engine = engineOn(limitedApi);
      await engine.replace(from === null ? [] : [rowOf(from)], false);
      const killed = limited(api, most);
      const dying = engineOn(killed.api);
      const ended = await dying
        .replace(from === null ? [] : [rowOf(from)], false)
        .then(() => dying.apply([rowOf(to)]))
        .then(() => 'done')
        .catch(() => 'killed');
      expect(await engineOn(api).replace([rowOf(to)], false)).toEqual([]);
      await expectServed(to);
      expect(seen.calls).toBeGreaterThan(0);
      if (ended === 'done') return expect(most).toBeGreaterThan(2);
    }
  });

  test('a change of one record says no more than that record and the SOA', async () => {
    await api.deleteZone(name);
    const patches: unknown[] = [];
    const watched = new Proxy(api, {
      get: (target, method: keyof Api) => {
        const call = target[method] as (...args: unknown[]) => Promise<unknown>;
        return (...args: unknown[]) => {
          if (method === 'patchZone') patches.push(args[1]);
          return call.apply(target, args);
        };
      },
    });
    const engine = engineOn(watched);
    const many = Array.from({ length: 200 }, (_, n) => rrset(`h${n}.${name}`, 'A', '192.0.2.1'));
    await engine.replace([], false);
    await engine.apply([rowOf(dnsZone(name, 1, many))]);
    const changed = many.map((set, n) => (n === 7 ? rrset(set.name, 'A', '192.0.2.2') : set));
    await engine.apply([rowOf(dnsZone(name, 2, changed))]);
    expect(patches).toHaveLength(1);
    expect((patches[0] as { name: string; type: string }[]).map((set) => `${set.name} ${set.type}`)).toEqual([
      `${name} SOA`,
      `h7.${name} A`,
    ]);
  });

  test('what is right already is not written, and what is not wanted goes', async () => {
    await engineOn(api).replace([rowOf(plain), rowOf(dnsZone('b.test', 1))], false);
    const { api: watched, seen } = limited(api);
    await engineOn(watched).replace([rowOf(plain)], false);
    expect(seen.changes).toEqual(['deleteZone', 'flush']);
    expect((await api.listZones()).map((zone) => zone.name)).toEqual([name]);
  });

  test('a refused change leaves records and key as they were', async () => {
    await api.deleteZone(name);
    const engine = engineOn(api);
    await engine.replace([rowOf(signed)], false);
    const wrong = dnsZone(name, 2, [rrset(`www.${name}`, 'A', 'nonsense')], other);
    expect(await engine.apply([rowOf(wrong)])).toMatchObject([{ key: 'domain/atest' }]);
    await expectServed(signed);
    const right = dnsZone(name, 3, after, other);
    expect(await engine.apply([rowOf(right)])).toEqual([]);
    await expectServed(right);
  });

  test('a zone that PowerDNS began and never finished is made anew, with its key', async () => {
    await api.deleteZone(name);
    await api.createZone(plain);
    await api.patchZone(
      name,
      plain.rrsets.map((set) => ({ ...set, records: null })),
    );
    expect(await api.readZone(name)).toEqual([]);
    expect(await engineOn(api).replace([rowOf(signed)], false)).toEqual([]);
    await expectServed(signed);
  });

  test('a zone whose newest document is not understood is not taken away', async () => {
    await api.deleteZone(name);
    await engineOn(api).replace([rowOf(plain)], false);
    const odd = { key: 'domain/atest', seq: 2, doc: { unreadable: 'no' }, good: plain };
    expect(await engineOn(api).replace([odd], false)).toEqual([{ key: 'domain/atest', reason: 'no' }]);
    await expectServed(plain);
  });
});
