import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { connectDatabase } from '../lib/db.ts';
import { Listener } from '../lib/listen.ts';
import { eventsChannel, feedChannel } from '../lib/notify.ts';
import type { Settings } from '../lib/settings.ts';

/** The whole app over a database that nobody answers for, with the demo off. */
export async function openAppWithoutDatabase(settings: Settings): Promise<FastifyInstance> {
  const nowhere = 'postgres://headwater@127.0.0.1:9/none';
  const listener = new Listener(nowhere);
  await listener.start([eventsChannel, feedChannel]).catch(() => {});
  const away = { ...settings, databaseUrl: nowhere, databaseAppUrl: nowhere, demoOrigin: null };
  return buildApp({
    database: connectDatabase(away),
    listener,
    settings: away,
    drawFilter: async () => ({ ok: false, why: 'tool', part: null, reason: 'Nothing is drawn here.' }),
    resolveOrigin: async () => ({ addresses: [] }),
    lookUpDelegation: async () => ({ problem: 'unreachable' }),
    panelFolder: null,
    logLevel: 'silent',
  });
}
