import { initialSettings } from '@headwater/contract/streams/settings';
import { describe, expect, test } from 'vitest';
import { openStream } from '../../../testing/event-stream.ts';
import { useWorld } from '../../../testing/index.ts';
import { addStream } from '../../../testing/streams.ts';
import { appendSetting } from './append.ts';

const world = useWorld();

const geoblock = (list: string[], more: object = {}) => ({
  ...initialSettings.geoblock,
  enabled: true,
  list,
  ...more,
});
const at = (serviceId: number) => `/services/${serviceId}/streams/settings`;

describe('a default setting', () => {
  test('that is saved is what new streams begin with, and changes none that is there', async () => {
    const owner = await world.addCustomer();
    const before = await addStream(world, owner);
    const settings = { geoblock: geoblock(['DE']) };
    const saved = await world.ask(owner, 'PUT', at(owner.serviceId), { settings, mode: 'save' });
    expect(saved.body).toMatchObject({ changes: [], defaults: { revision: 2 } });
    expect((await world.ask(owner, 'GET', before.path)).body.stream.settings.geoblock.enabled).toBe(false);
    expect((await addStream(world, owner)).settings.geoblock).toEqual(settings.geoblock);
  });

  test('that overwrites says which streams change before it does so, and changes just these', async () => {
    const owner = await world.addCustomer({ services: 2 });
    const other = await addStream(world, owner, { settings: { geoblock: geoblock(['FR']) } });
    const same = await addStream(world, owner, { settings: { geoblock: geoblock(['DE']) } });
    const deleted = await addStream(world, owner);
    await world.ask(owner, 'DELETE', deleted.path);
    const elsewhere = await addStream(world, { ...owner, serviceId: owner.serviceId + 1 });
    const body = { settings: { geoblock: geoblock(['DE']) }, mode: 'overwrite' };
    const previewed = (await world.ask(owner, 'POST', `${at(owner.serviceId)}/preview`, body)).body.changes;
    expect(previewed).toMatchObject([{ streamId: other.id, before: { list: ['FR'] }, after: { list: ['DE'] } }]);
    const saved = (await world.ask(owner, 'PUT', at(owner.serviceId), body)).body.changes;
    expect(saved).toEqual(previewed);
    const revisionOf = async ({ path }: { path: string }) => (await world.ask(owner, 'GET', path)).body.stream.revision;
    expect(await Promise.all([other, same, elsewhere].map(revisionOf))).toEqual([2, 1, 1]);
  });

  test('that is appended lets lists grow, and turns on what was off', async () => {
    const owner = await world.addCustomer();
    const own = await addStream(world, owner, { settings: { geoblock: geoblock(['FR']) } });
    const off = await addStream(world, owner);
    await world.ask(owner, 'PUT', at(owner.serviceId), { settings: { geoblock: geoblock(['DE']) }, mode: 'append' });
    const listOf = async ({ path }: { path: string }) =>
      (await world.ask(owner, 'GET', path)).body.stream.settings.geoblock.list;
    expect(await listOf(own)).toEqual(['FR', 'DE']);
    expect(await listOf(off)).toEqual(['DE']);
  });

  test('cannot turn off what a type is for', async () => {
    const owner = await world.addCustomer();
    const recorded = await addStream(world, owner, {}, 'dvr');
    const settings = { dvr: { enabled: false, retentionDays: 5 } };
    const saved = await world.ask(owner, 'PUT', at(owner.serviceId), { settings, mode: 'overwrite' });
    expect(saved.body.changes).toEqual([]);
    expect((await world.ask(owner, 'GET', recorded.path)).body.stream.settings.dvr.enabled).toBe(true);
  });

  test('of secure tokens gives all streams the secret that it was given', async () => {
    const owner = await world.addCustomer();
    const stream = await addStream(world, owner);
    const settings = { securetoken: { enabled: true, secrets: [], bindIp: false } };
    const saved = await world.ask(owner, 'PUT', at(owner.serviceId), { settings, mode: 'overwrite' });
    const { secrets } = saved.body.defaults.settings.securetoken;
    expect(secrets).toHaveLength(1);
    expect(JSON.stringify(saved.body.changes)).not.toContain(secrets[0]);
    expect((await world.ask(owner, 'GET', stream.path)).body.stream.settings.securetoken.secrets).toEqual(secrets);
  });

  test('that is saved wakes the screens that show it, and no other customer’s', async () => {
    const [owner, other] = [await world.addCustomer(), await world.addCustomer()];
    const [ours, theirs] = [await openStream(world, owner), await openStream(world, other)];
    await ours.waitFor(({ event }) => event === 'ready');
    await theirs.waitFor(({ event }) => event === 'ready');
    const save = (who: typeof owner) =>
      world.ask(who, 'PUT', at(who.serviceId), { settings: { hash: { enabled: true } }, mode: 'save' });
    await save(owner);
    await save(other);
    const heard = await Promise.all([ours, theirs].map((one) => one.waitFor(({ data }) => 'topic' in data)));
    ours.close();
    theirs.close();
    expect(heard.map(({ data }) => data)).toEqual(
      [owner, other].map(({ serviceId }) => ({ topic: 'stream-defaults', serviceId, id: null })),
    );
  });

  test('is refused where two people change it at the same time', async () => {
    const owner = await world.addCustomer();
    const body = { settings: { hash: { enabled: true } }, mode: 'save' };
    await world.ask(owner, 'PUT', at(owner.serviceId), body, { 'if-match': '"1"' });
    const late = await world.ask(owner, 'PUT', at(owner.serviceId), body, { 'if-match': '"1"' });
    expect(late.body.code).toBe('stale');
  });
});

describe('a default that does not fit a stream', () => {
  test('is refused as a whole, in the preview already, and names the stream', async () => {
    const owner = await world.addCustomer();
    const list = (from: number) =>
      Array.from({ length: 300 }, (_, n) => `198.${18 + from}.${n % 250}.${Math.floor(n / 250)}`);
    const ipaccess = (from: number) => ({ ...initialSettings.ipaccess, enabled: true, list: list(from) });
    await addStream(world, owner, { name: 'Harbour', settings: { ipaccess: ipaccess(0) } });
    const body = { settings: { ipaccess: ipaccess(1) }, mode: 'append' };
    for (const [method, path] of [
      ['POST', '/preview'],
      ['PUT', ''],
    ] as const) {
      const answer = await world.ask(owner, method, at(owner.serviceId) + path, body);
      expect(answer).toMatchObject({ status: 409, body: { message: 'Harbour: Use at most 500 entries' } });
    }
    expect((await world.ask(owner, 'GET', at(owner.serviceId))).body.defaults.revision).toBe(1);
  });

  test('cannot lose the profiles that it names, and one that is off does not hold up new streams', async () => {
    const owner = await world.addCustomer();
    const transcoding = `/services/${owner.serviceId}/live-transcoding`;
    const { profiles } = (await world.ask(owner, 'GET', `${transcoding}/profiles`)).body;
    const save = (enabled: boolean) =>
      world.ask(owner, 'PUT', at(owner.serviceId), {
        settings: { transcode: { enabled, profileIds: [profiles[0].id], filterId: null } },
      });
    const drop = () => world.ask(owner, 'DELETE', `${transcoding}/profiles/${profiles[0].id}`);
    const stream = await addStream(world, owner);
    const wish = {
      settings: { transcode: { enabled: true, profileIds: [profiles[0].id], filterId: null } },
      mode: 'overwrite',
    };
    const preview = await world.ask(owner, 'POST', `${at(owner.serviceId)}/preview`, wish);
    expect(preview.body.changes).toMatchObject([{ streamId: stream.id }]);
    await save(true);
    expect((await drop()).body.code).toBe('conflict');
    await save(false);
    expect((await drop()).status).toBe(200);
    await addStream(world, owner);
    expect((await addStream(world, owner, {}, 'abr')).settings.transcode.profileIds).toHaveLength(2);
  });
});

describe('appending', () => {
  test('leaves alone a list that means the opposite', () => {
    const own = geoblock(['FR'], { policy: 'allow' as const });
    expect(appendSetting('geoblock', own, geoblock(['DE']))).toEqual(own);
  });

  test('never turns anything off', () => {
    const own = geoblock(['FR']);
    expect(appendSetting('geoblock', own, { ...initialSettings.geoblock, enabled: false })).toEqual(own);
  });
});
