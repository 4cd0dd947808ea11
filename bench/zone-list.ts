import { join } from 'node:path';
import { appUrl } from '@headwater/server/lib/db';
import { startServer } from './lib/child.ts';
import { startDatabase } from './lib/database.ts';
import { median, ratioOf, takeTurns } from './lib/rounds.ts';
import type { Section } from './lib/section.ts';
import { load } from './lib/wrk.ts';
import { fill } from './zone-list/fill.ts';

const zones = 1000;

/** The zone list route against the same answer written by hand. */
export async function run(): Promise<Section> {
  const { filled, access, environment, stop } = await startDatabase((database) => fill(database, zones));
  const { serviceId, token } = filled;

  const folder = join(import.meta.dirname, 'zone-list');
  const bare = join(folder, 'bare-server.ts');
  const servers = {
    ours: await startServer(join(folder, 'our-server.ts'), [], environment),
    plain: await startServer(bare, [access.databaseUrl, appUrl(access), 'plain']),
    secured: await startServer(bare, [access.databaseUrl, appUrl(access), 'secured']),
  };
  const ask = (name: keyof typeof servers, seconds: number) => async () => {
    const path = name === 'ours' ? `/api/v1/services/${serviceId}/zones/http/pull` : `/api/v1/services/${serviceId}`;
    const url = `http://127.0.0.1:${servers[name].port}${path}`;
    const answer = await load(url, { seconds, headers: { authorization: `Bearer ${token}` } });
    if (answer.failed > 0) throw new Error(`${name}: ${answer.failed} requests failed`);
    return answer.requestsPerSecond;
  };
  try {
    for (const name of Object.keys(servers) as (keyof typeof servers)[]) await ask(name, 3)();
    const rates = await takeTurns({ ours: ask('ours', 4), plain: ask('plain', 4), secured: ask('secured', 4) }, 6);
    const row = (against: 'plain' | 'secured', words: string, mark: number) => {
      const ratio = ratioOf(rates.ours, rates[against]);
      return {
        what: 'Zone list route: session, permission, limits, row security',
        value: `${Math.round(median(rates.ours))} requests/s`,
        against: `${words}: ${Math.round(median(rates[against]))} requests/s`,
        ratio,
        mark: `≥ ${mark}`,
        met: ratio >= mark,
      };
    };
    return {
      title: `API: the first 20 of ${zones} zones, each with deployment state and a day of traffic`,
      rows: [
        row('plain', 'node:http + pg, session check, no transaction or row security', 0.6),
        row('secured', 'node:http + pg, session check, transaction and row security', 0.75),
      ],
    };
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    await stop();
  }
}
