import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readStage } from './accounts.ts';

/** Lets so many minutes pass since somebody last gave their password, which no journey has the time to wait for. */
export async function agePassword(email: string, minutes: number): Promise<void> {
  const folder = join(readStage().dataFolder, 'postgres');
  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  // The postmaster's own file has its port in the fourth line.
  const port = Number(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8').split('\n')[3]);
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'headwater', password, database: 'postgres' });
  await client.connect();
  try {
    await client.query(
      `update sessions set stepped_up_at = now() - make_interval(mins => $2)
        from users where users.id = sessions.user_id and users.email = $1`,
      [email, minutes],
    );
  } finally {
    await client.end();
  }
}
