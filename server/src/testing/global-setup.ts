import { startTestPostgres } from '@headwater/engines/postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../lib/migrate.ts';
import { testSecret } from './secret.ts';

/** One PostgreSQL for the run and one migrated template in it; each test file clones that. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query('create database template_headwater');
  const databaseUrl = new URL(postgres.url);
  databaseUrl.pathname = '/template_headwater';
  await migrate({ databaseUrl: databaseUrl.href, databaseAppUrl: null, secret: testSecret });
  await admin.query('alter database template_headwater is_template true allow_connections false');
  await admin.end();
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}
