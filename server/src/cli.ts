import { accountCommands } from './features/account/commands.ts';
import { nodeCommands } from './features/nodes/commands.ts';
import { serviceCommands } from './features/services/commands.ts';
import { runCommand } from './lib/command.ts';
import { connectDatabase } from './lib/db.ts';
import { readSettings } from './lib/settings.ts';

// `npm run headwater -- …`: what the provider's operators do.

const commands = { ...accountCommands, ...serviceCommands, ...nodeCommands };

process.exitCode = await runCommand(commands, process.argv.slice(2), async (run) => {
  const settings = readSettings();
  const database = connectDatabase(settings, 2);
  try {
    await run({ database, settings, print: (line) => console.log(line) });
  } finally {
    await database.close();
  }
});
