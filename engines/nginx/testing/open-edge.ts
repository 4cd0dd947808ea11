import { afterAll, expect } from 'vitest';
import type { EdgeOptions } from '../index.ts';
import { startObedientOrigin, TestEdge, zoneOf } from './index.ts';

/** An edge that serves, and an obedient origin, until the file's last test; `amend` as the edge's. */
export async function openEdge(options: Partial<EdgeOptions> = {}, amend?: TestEdge['amend']) {
  const origin = await startObedientOrigin();
  const edge = new TestEdge(options);
  afterAll(async () => {
    await edge.stop();
    await origin.close();
  });
  if (amend) edge.amend = amend;
  await edge.startOpen([]);
  let count = 0;
  return {
    origin,
    edge,
    seenOf: (path: string) => origin.seen.filter((asked) => asked.url === path),
    /** A zone of one's own for each test, already at the edge. */
    async newZone(changes: Parameters<typeof zoneOf>[2] = {}) {
      const zone = zoneOf(`e${++count}`, origin, changes);
      expect(await edge.control.putZones([zone])).toEqual({ refused: [] });
      const [host] = zone.hosts as [string];
      return { zone, host, ask: (path: string, asking = {}) => edge.ask(host, path, asking) };
    },
  };
}

/** Visitors from everywhere, though all of them are on this machine: whom `X-Test-Address` names. */
export const believeAddresses: TestEdge['amend'] = (config) =>
  config.replace('server_tokens off;', 'set_real_ip_from 127.0.0.1; real_ip_header X-Test-Address; server_tokens off;');
