import { startTestPostgres } from '@headwater/engines/postgres';
import { migrate } from '../lib/migrate.ts';
import { generateTypes } from './types.ts';

// `npm run types`: after a migration was added, writes the types of the migrated database.
const postgres = await startTestPostgres();
try {
  await migrate({ databaseUrl: postgres.url, databaseAppUrl: null, secret: 'only for this short-lived database' });
  await generateTypes(postgres.url, { verify: false });
} finally {
  await postgres.stop();
}
