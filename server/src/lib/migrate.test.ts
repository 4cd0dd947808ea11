import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { testSecret } from '../testing/secret.ts';
import { generateTypes } from '../testing/types.ts';
import { migrate } from './migrate.ts';

const name = `t_${randomUUID().replaceAll('-', '')}`;
const url = new URL(inject('postgresUrl'));
url.pathname = `/${name}`;
const settings = { databaseUrl: url.href, databaseAppUrl: null, secret: testSecret };

const admin = async (statement: string) => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};
const query = async (statement: string) => {
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  return client.query(statement).finally(() => client.end());
};
beforeEach(() => admin(`create database ${name}`));
afterEach(() => admin(`drop database ${name} with (force)`));

describe('migrations', () => {
  test('are applied once, in order, also when several processes start together', async () => {
    const applied = await Promise.all([migrate(settings), migrate(settings), migrate(settings)]);
    const names = applied.flat();
    expect(names.length).toBeGreaterThan(3);
    expect(names).toEqual([...new Set(names)].toSorted());
    expect(await migrate(settings)).toEqual([]);
    const { rows } = await query('select name from migrations order by applied_at, name');
    expect(rows.map((row) => row.name)).toEqual(names);
  });

  test('one that was edited after it was applied is refused by name, and nothing changes', async () => {
    const [first] = await migrate(settings);
    await query(`update migrations set sha256 = 'of an earlier text' where name = '${first}'`);
    await expect(migrate(settings)).rejects.toThrow(`The migration ${first} was edited after it was applied.`);
  });

  test('a database that is newer than the program is refused, with what to do', async () => {
    await migrate(settings);
    await query(`insert into migrations (name, sha256) values ('2099-01-01-0001-later', 'x')`);
    await expect(migrate(settings)).rejects.toThrow(
      'This database has the migration 2099-01-01-0001-later, which this version does not know: install a newer version.',
    );
  });

  test('a start on such a database ends with that sentence alone', async () => {
    await migrate(settings);
    await query(`insert into migrations (name, sha256) values ('2099-01-01-0001-later', 'x')`);
    const started = spawnSync(process.execPath, [join(import.meta.dirname, '../prepare.ts')], {
      env: { ...process.env, DATABASE_URL: settings.databaseUrl, HEADWATER_SECRET: settings.secret },
      encoding: 'utf8',
    });
    expect({ status: started.status, words: started.stderr.replaceAll(/^.*Warning.*\n/gm, '') }).toEqual({
      status: 1,
      words:
        'This database has the migration 2099-01-01-0001-later, which this version does not know: install a newer version.\n',
    });
  });

  test('one that fails leaves nothing behind and says which it was', async () => {
    await query('create table zones (id int)');
    await expect(migrate(settings)).rejects.toThrow(
      /The migration 2026-11-21-0001-first-light failed: relation "zones"/,
    );
    expect((await query(`select from pg_tables where tablename = 'customers'`)).rowCount).toBe(0);
    expect((await query('select from migrations')).rowCount).toBe(0);
  });

  test('the generated types are those of the migrated database', async () => {
    await migrate(settings);
    await generateTypes(settings.databaseUrl, { verify: true });
    await query('alter table zones add column drifted int');
    await expect(generateTypes(settings.databaseUrl, { verify: true })).rejects.toThrow(
      /kysely-codegen|out of date|differ|match/i,
    );
  });
});
