import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findNginx } from '@headwater/engines/nginx';
import { findNginxRtmp } from '@headwater/engines/nginx-rtmp';
import { findPowerDns } from '@headwater/engines/powerdns';
import { afterEach, describe, expect, test } from 'vitest';
import { type NodeRole, projectFolder } from './settings.ts';
import { Customer } from './testing/customer.ts';
import { Installation } from './testing/installation.ts';
import { asNobody, inClosedHome, type Place, whyNoOtherPlaces, without } from './testing/place.ts';

const reason = whyNoOtherPlaces();
if (reason) console.log(`Skipped: starts on other kinds of machines, because ${reason}.`);
const nginx = findNginx();
const powerDns = findPowerDns();
const rtmp = findNginxRtmp();

let place: Place | undefined;
let headwater: Installation | undefined;
afterEach(async () => {
  await headwater?.remove();
  place?.remove();
});

async function startIn(chosen: Place): Promise<Installation> {
  place = chosen;
  headwater = await Installation.lay({}, chosen);
  return headwater.start();
}

const ask = (path: string) => fetch(`http://127.0.0.1:${headwater?.ports.api}${path}`);

async function readNodeHealth() {
  type Role = { state: string; reason?: string };
  const health = (await (await ask('/api/v1/health')).json()) as { roles: Record<NodeRole, Role> };
  const { edge, dns, live, storage } = health.roles;
  return { edge, dns, live, storage };
}
const allServe = {
  edge: nginx.ok ? { state: 'ok' } : expect.anything(),
  dns: powerDns.ok ? { state: 'ok' } : expect.anything(),
  live: rtmp.ok ? { state: 'ok' } : expect.anything(),
  storage: { state: 'ok' },
};

const ownersOf = (installation: Installation) =>
  new Set(installation.processes().map((pid) => statSync(`/proc/${pid}`).uid));

describe.skipIf(reason !== null)('started', () => {
  test("without nginx's modules: the panel answers, and says what is missing and how to get it", async () => {
    const installation = await startIn(without(nginx.ok ? nginx.modules : '/mnt'));
    expect(installation.output).toContain('Headwater is ready');
    await expect
      .poll(() => installation.output)
      .toMatch(/Zones are not served: .*nginx.* Run as root: apt-get install .*libnginx-mod-http-lua/);
    expect(installation.output).toMatch(/Streams are not taken in: .*nginx.* Run as root: .*libnginx-mod-rtmp/);
    await expect.poll(readNodeHealth, { timeout: 15_000 }).toMatchObject({
      edge: { state: 'down', reason: expect.stringMatching(/does not serve: .*nginx/) },
    });
    // The agent runs on without it, and does not fall again and again.
    expect(installation.output).not.toContain('Starting it again');
    await new Customer(installation.ports.api).signIn();
    if (!existsSync(join(projectFolder, 'panel/dist/index.html'))) return;
    expect(await (await ask('/')).text()).toContain('<!doctype html>');
  });

  test("without PowerDNS' modules: the panel answers, and says what is missing and how to get it", async () => {
    const installation = await startIn(without(powerDns.ok ? powerDns.modules : '/mnt'));
    expect(installation.output).toContain('Headwater is ready');
    await expect
      .poll(() => installation.output)
      .toMatch(/Domains are not answered: .*PowerDNS.* Run as root: apt-get install .*pdns-backend-lmdb/);
    expect(installation.output).not.toContain('Domains are answered on');
    await expect.poll(readNodeHealth, { timeout: 15_000 }).toMatchObject({
      dns: { state: 'down', reason: expect.stringMatching(/does not serve: .*PowerDNS/) },
    });
    expect(installation.output).not.toContain('Starting it again');
    await new Customer(installation.ports.api).signIn();
  });

  test('by root in a home that nobody else may enter: everything runs as the service user, and serves', async () => {
    const installation = await startIn(inClosedHome());
    expect(installation.output).toContain('Headwater is ready');
    expect(ownersOf(installation)).toEqual(new Set([statSync(installation.folder).uid]));
    expect(statSync(installation.folder).uid).not.toBe(0);
    await expect.poll(readNodeHealth, { timeout: 20_000 }).toEqual(allServe);
  });

  test('by an ordinary user: everything runs as that user, and serves', async () => {
    const installation = await startIn(asNobody());
    expect(installation.output).toContain('Headwater is ready');
    expect(ownersOf(installation)).toEqual(new Set([65_534]));
    await expect.poll(readNodeHealth, { timeout: 20_000 }).toEqual(allServe);
  });
});
