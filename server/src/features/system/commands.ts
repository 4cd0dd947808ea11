import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { passingKeys, writeBackup } from '../../lib/backup.ts';
import { renewFeeds } from '../../lib/backup-restore.ts';
import { CommandError, command } from '../../lib/command.ts';
import { eventsChannel, feedChannel } from '../../lib/notify.ts';

const file = z.string().min(1);
/** npm changes the folder; what a person types is meant from where they are. */
const fromHere = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path);

export const commands = {
  backup: command({
    summary: 'Write the database and the master secret to one file, while everything goes on',
    options: z.object({ to: file.describe('a file that does not exist yet; keep it as you would keep the secret') }),
    async run({ to }, { settings, print }) {
      const path = fromHere(to);
      if (existsSync(path)) throw new CommandError(`${path} exists; a backup never replaces a file.`);
      const stopping = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
      const { rows } = await writeBackup(settings, path, stopping.signal).catch((error: Error) => {
        throw stopping.signal.aborted ? new CommandError('Stopped; nothing is left of the backup.') : error;
      });
      const counted = Object.values(rows).reduce((sum, count) => sum + count, 0);
      const { size } = await stat(path);
      print(`${path}: ${counted} rows of ${Object.keys(rows).length} tables and the secret, ${size} bytes`);
    },
  }),

  // The supervisor does it, since Headwater must not run; beside a running one there is only this to say.
  restore: command({
    summary: 'Lay a new data folder from a backup; Headwater must not run on it',
    options: z.object({ from: file.describe('a file that backup wrote') }),
    async run() {
      throw new CommandError(
        'Headwater runs on this data folder. A backup is restored into an empty one: stop it and set HEADWATER_DATA to a new folder.',
      );
    },
  }),

  'database restored': command({
    summary: 'Run once after restoring the database by means of your own: nodes take the full picture, sessions end',
    options: z.object({}),
    async run(_, { database: { ownerPool }, print }) {
      await renewFeeds(ownerPool);
      for (const table of passingKeys) await ownerPool.query(`delete from ${table}`);
      // Empty words make every listener believe that it missed something, and look again.
      await ownerPool.query(`select pg_notify($1, ''), pg_notify($2, '')`, [feedChannel, eventsChannel]);
      print('Every node takes the full picture now, and forgets its cache with it.');
      print('Everybody signs in again; links that were mailed before are dead.');
    },
  }),
};
