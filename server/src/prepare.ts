import { fillDemo } from './demo.ts';
import { connectDatabase } from './lib/db.ts';
import { migrate } from './lib/migrate.ts';
import { readSettings } from './lib/settings.ts';

// Run once before the control plane starts: migrations, and the demo on first run.

const settings = readSettings();
const applied = await migrate(settings);
if (applied.length > 0) console.log(`database: applied ${applied.join(', ')}`);
if (settings.demoOrigin) {
  const database = connectDatabase(settings, 2);
  if (await fillDemo(database, settings)) console.log('demo: filled');
  await database.close();
}
