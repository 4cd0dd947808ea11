import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { addDomain } from './testing/domains.ts';
import { type Person, useWorld } from './testing/index.ts';
import { freePort, startParentZone } from './testing/parent-zone.ts';

// The API as it runs, beside a real PowerDNS that serves the zone above.

const world = useWorld();
const stopping: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop();
});

const ds = `12345 13 2 ${'AB'.repeat(32)}`;

async function serveParent(domain: string): Promise<number> {
  const parent = await startParentZone('test', {
    [domain]: { nameservers: ['ns2.headwater.test', 'NS1.Headwater.test'], ds: [ds] },
  });
  stopping.push(parent.stop);
  return parent.port;
}

/** @returns its address, once it listens. */
async function startApi(parentPort: number, more: Record<string, string>): Promise<string> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), 'api'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: world.settings.databaseUrl,
      HEADWATER_SECRET: world.settings.secret,
      HEADWATER_PORT: String(port),
      HEADWATER_DNS_RESOLVER: `127.0.0.1:${parentPort}`,
      HEADWATER_DNS_AUTHORITY_PORT: String(parentPort),
      ...more,
    },
  });
  stopping.push(async () => {
    if (child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (text) => String(text).includes('api listens') && resolve());
    child.once('exit', (code) => reject(new Error(`the API ended with ${code}`)));
  });
  return `http://127.0.0.1:${port}/api/v1`;
}

const check = async (api: string, { token }: Person, { path }: { path: string }) => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${api}${path}/security/check`, { method: 'POST', headers });
  return (await answer.json()) as { domain: unknown; security: unknown };
};

test('a check asks the real parent for its name servers and its DS', async () => {
  const owner = await world.addCustomer();
  const domain = await addDomain(world, owner);
  const missing = await addDomain(world, owner);
  const port = await serveParent(domain.domain);
  const api = await startApi(port, { HEADWATER_ALLOW_PRIVATE_ORIGINS: '1' });
  expect(await check(api, owner, domain)).toMatchObject({
    domain: { delegation: { state: 'delegated', nameservers: ['ns1.headwater.test', 'ns2.headwater.test'] } },
    security: { parent: { state: 'other', ds: [{ keyTag: 12345, algorithm: 13, digestType: 2 }] } },
  });
  expect(await check(api, owner, missing)).toMatchObject({ domain: { delegation: { state: 'missing' } } });
});

test("a parent's servers are not asked inside the provider's own network", async () => {
  const owner = await world.addCustomer();
  const domain = await addDomain(world, owner);
  const api = await startApi(await serveParent(domain.domain), {});
  expect(await check(api, owner, domain)).toMatchObject({ domain: { delegation: { state: 'unreachable' } } });
});
