import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventsChannel } from '@headwater/server/lib/notify';
import pg from 'pg';
import { openSessions } from './event-streams/open-sessions.ts';
import { startServer } from './lib/child.ts';
import { startDatabase } from './lib/database.ts';
import { median, percentile, takeTurns } from './lib/rounds.ts';
import type { Section } from './lib/section.ts';

const streams = 500;
const eventsARound = 40;
const rounds = 4;

/** From NOTIFY to the sockets of 500 open streams of one API process, beside the least that does the same. */
export async function run(): Promise<Section> {
  const { filled, access, environment, stop } = await startDatabase((database) => openSessions(database, streams));
  const { customerId, tokens } = filled;
  const sender = new pg.Client({ connectionString: access.databaseUrl });
  await sender.connect();

  const ours = await startServer(join(import.meta.dirname, 'zone-list/our-server.ts'), [], environment);
  const bare = await startServer(join(import.meta.dirname, 'event-streams/bare-server.ts'), [access.databaseUrl]);
  const audiences = {
    ours: await openAudience(`http://127.0.0.1:${ours.port}/api/v1/events`, tokens),
    bare: await openAudience(`http://127.0.0.1:${bare.port}/`, tokens),
  };
  const measure = (name: keyof typeof audiences) => async () => {
    const latencies: number[] = [];
    for (let n = 0; n < eventsARound; n++) latencies.push(...(await deliver(sender, customerId, audiences[name])));
    return percentile(latencies, 0.99);
  };
  try {
    for (const name of ['ours', 'bare'] as const) await measure(name)();
    const p99 = await takeTurns({ ours: measure('ours'), bare: measure('bare') }, rounds);
    const [of, beside] = [median(p99.ours), median(p99.bare)];
    return {
      title: `Events: ${streams} open streams on one API process, ${eventsARound * rounds} events to each`,
      rows: [
        {
          what: 'Delivery, p99',
          value: `${of.toFixed(1)} ms`,
          against: `LISTEN and bare sockets: ${beside.toFixed(1)} ms`,
          ratio: of / beside,
          note: 'from NOTIFY to the reader, all readers in one process of their own; recorded, no mark',
        },
      ],
    };
  } finally {
    for (const audience of Object.values(audiences)) audience.close();
    await sender.end();
    await Promise.all([ours.stop(), bare.stop()]);
    await stop();
  }
}

type Audience = { onEvent: (id: string, atMs: number) => void; close: () => void };

/** Opens a stream for each token and waits until all of them hear. */
async function openAudience(url: string, tokens: string[]): Promise<Audience> {
  const answers: IncomingMessage[] = [];
  const audience: Audience = { onEvent: () => {}, close: () => {} };
  audience.close = () => {
    for (const answer of answers) answer.destroy();
  };
  for (const token of tokens) {
    const request = get(url, { agent: false, headers: { authorization: `Bearer ${token}` } });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`stream refused: ${answer.statusCode}`);
    answer.setEncoding('utf8');
    answer.on('error', () => {});
    answer.on('data', (text: string) => {
      const id = /"id":"(e\d+)"/.exec(text)?.[1];
      if (id) audience.onEvent(id, performance.now());
    });
    answers.push(answer);
  }
  return audience;
}

let made = 0;

/** Sends one event; the milliseconds until each stream had it. */
async function deliver(sender: pg.Client, customerId: number, audience: Audience): Promise<number[]> {
  const id = `e${++made}`;
  const latencies: number[] = [];
  const all = new Promise<void>((resolve) => {
    audience.onEvent = (heard, atMs) => {
      if (heard !== id) return;
      latencies.push(atMs - sentAtMs);
      if (latencies.length === streams) resolve();
    };
  });
  const dispatch = { customerId, event: { topic: 'services', serviceId: null, id } };
  const sentAtMs = performance.now();
  await sender.query('select pg_notify($1, $2)', [eventsChannel, JSON.stringify(dispatch)]);
  await Promise.race([all, sleep(5000)]);
  if (latencies.length !== streams) throw new Error(`${streams - latencies.length} streams did not hear ${id}`);
  await sleep(20);
  return latencies;
}
