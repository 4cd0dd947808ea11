import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBackup, loadBackup } from './lib/backup-restore.ts';

// Run by the supervisor with the backup as standard input, which whoever asked for it had the right to open:
// `restore.ts check` before anything is laid, then `restore.ts load` into an empty database and folder.

const backup = 0;
const { DATABASE_URL, DATABASE_APP_URL, HEADWATER_DATA = '', HEADWATER_SECRET } = process.env;

try {
  const head = await checkBackup(backup, HEADWATER_SECRET || undefined);
  if (process.argv[2] === 'load') {
    await loadBackup(backup, { databaseUrl: DATABASE_URL ?? '', databaseAppUrl: DATABASE_APP_URL || null });
    if (!HEADWATER_SECRET) {
      writeFileSync(join(HEADWATER_DATA, 'secret'), `${head.secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
    }
  }
  console.log(`of ${head.createdAt.slice(0, 16).replace('T', ' ')} UTC, by version ${head.version}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
