import { closeDemo, fillDemo, openDemo } from './demo.ts';
import { republishDomains } from './features/dns/index.ts';
import { republishStreams } from './features/streams/index.ts';
import { republishZones } from './features/zones/index.ts';
import { CommandError } from './lib/command.ts';
import { connectDatabase } from './lib/db.ts';
import { migrate } from './lib/migrate.ts';
import { readSettings } from './lib/settings.ts';

// Run once before the control plane starts: migrations, the demo, and what nodes are told in line with the settings.

const settings = readSettings();
const applied = await migrate(settings).catch((error: Error) => {
  if (!(error instanceof CommandError)) throw error;
  // A sentence that says what to do, which a stack would bury.
  console.error(error.message);
  process.exit(1);
});
if (applied.length > 0) console.log(`database: applied ${applied.join(', ')}`);
const database = connectDatabase(settings, 2);
if (settings.demoOrigin) {
  if (await fillDemo(database, settings)) console.log('demo: filled');
  else await openDemo(database);
} else {
  const closed = await closeDemo(database);
  if (closed > 0) console.log(`demo: ${closed} sign-ins with a public password are suspended`);
}
const zones = await republishZones(database, settings);
if (zones > 0) console.log(`zones: ${zones} told anew to the edges`);
const domains = await republishDomains(database, settings);
if (domains > 0) console.log(`domains: ${domains} told anew to the name servers`);
const streams = await republishStreams(database, settings);
if (streams > 0) console.log(`streams: ${streams} told anew to live servers and edges`);
await database.close();
