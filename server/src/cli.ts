import { loadCommands, loadFeatures } from './features.ts';
import { runCommand } from './lib/command.ts';
import { connectDatabase } from './lib/db.ts';
import { readSettings } from './lib/settings.ts';

// `npm run headwater -- …`: what the provider's operators do.

process.exitCode = await runCommand(await loadCommands(), process.argv.slice(2), async (run) => {
  const settings = readSettings();
  const database = connectDatabase(settings, 2);
  try {
    await run({ database, features: await loadFeatures(), settings, print: (line) => console.log(line) });
  } finally {
    await database.close();
  }
});
