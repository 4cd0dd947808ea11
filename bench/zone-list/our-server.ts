import { buildApp } from '@headwater/server/app';
import { connectDatabase } from '@headwater/server/lib/db';
import { Listener } from '@headwater/server/lib/listen';
import { eventsChannel, feedChannel } from '@headwater/server/lib/notify';
import { readSettings } from '@headwater/server/lib/settings';

// The API as it runs, on a free port.
const settings = readSettings();
const listener = new Listener(settings.databaseUrl);
await listener.start([eventsChannel, feedChannel]);
const app = await buildApp({
  database: connectDatabase(settings),
  listener,
  settings,
  resolveOrigin: async () => ({ addresses: [] }),
  lookUpDelegation: async () => ({ problem: 'unreachable' }),
  drawFilter: async () => ({ ok: false, why: 'tool', part: null, reason: 'Nothing is drawn here.' }),
  panelFolder: null,
  logLevel: 'warn',
});
await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify(app.server.address()));
