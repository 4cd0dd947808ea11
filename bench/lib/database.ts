import { startTestPostgres } from '@headwater/engines/postgres';
import { connectDatabase, type Database } from '@headwater/server/lib/db';
import { migrate } from '@headwater/server/lib/migrate';

const secret = 'the bench’s own secret, of enough characters';

/** A PostgreSQL of the bench's own, migrated and filled; `environment` is what a server over it is started with. */
export async function startDatabase<Filled>(fill: (database: Database) => Promise<Filled>) {
  const postgres = await startTestPostgres();
  const access = { databaseUrl: postgres.url, databaseAppUrl: null, secret };
  await migrate(access);
  const database = connectDatabase(access);
  const filled = await fill(database);
  await database.close();
  // Limits are counted, and never reached.
  const environment = { DATABASE_URL: postgres.url, HEADWATER_SECRET: secret, HEADWATER_RATE_LIMIT: '1000000000' };
  return { filled, access, environment, stop: () => postgres.stop() };
}
