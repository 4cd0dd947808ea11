import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { testSecret } from '../testing/secret.ts';
import { writeBackup } from './backup.ts';
import { type Frame, readFrames, writeBackupFile } from './backup-file.ts';
import { checkBackup, loadBackup } from './backup-restore.ts';
import { connectDatabase } from './db.ts';
import { findMigrations, layMigrations, migrate } from './migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'headwater-backup-'));
const file = join(folder, 'backup');
const admin = new pg.Client({ connectionString: inject('postgresUrl') });
const databases: string[] = [];
let source: string;

const newDatabase = async (template: string) => {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name} template ${template}`);
  databases.push(name);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
};
const ask = async (databaseUrl: string, ...statements: string[]) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const answers = [];
  for (const statement of statements) answers.push((await client.query(statement)).rows);
  await client.end();
  return answers;
};

const awkward = `quote ' double " tab\t line\n return\r backslash \\ \\N \\. 𝄞 é`;

beforeAll(async () => {
  await admin.connect();
  source = await newDatabase('template_headwater');
  const client = new pg.Client({ connectionString: source });
  await client.connect();
  const insert = (text: string, ...values: unknown[]) => client.query(text, values);
  for (const fullname of [awkward, '\\.', '2\t3'])
    await insert('insert into customers (fullname) values ($1)', fullname);
  await insert(
    `insert into users (customer_id, is_owner, email, password_hash, permissions) values (1, true, 'a@b.test', 'x', $1)`,
    ['zones.view', awkward],
  );
  await insert(
    `insert into sessions (token_hash, id, user_id, customer_id, remember, address, user_agent, expires_at)
     values (sha256('x'), 's', 1, 1, true, '', '', now() + interval '1 day')`,
  );
  await insert(`insert into role_heartbeats values ('worker', now() - interval '1 hour')`);
  await insert(`insert into services (customer_id, product, domain, domainstatus) values (1, 'P', 'd', 'Active')`);
  await insert(
    `insert into zones (id, customer_id, service_id, mode, type, name, alias, origin, settings)
     select 'z' || n, 1, 1001, 'http', 'pull', $1, 'alias-' || n, 'https://o', $2 from generate_series(1, 3000) n`,
    awkward,
    { text: awkward, long: 'x'.repeat(2000) },
  );
  await insert(`select put_desired_state('edge', 'zone/' || id, 1, settings) from zones`);
  await insert(`insert into purges (id, customer_id, zone_id, requested_by, kind, files, file_count, seq)
    values ('p', 1, 'z1', 'somebody', 'url', '[]', 0, 1)`);
  await insert(
    `insert into nodes (id, kind, name, credential_hash) values ('n', 'edge', 'edge-1', $1)`,
    Buffer.alloc(32, 255),
  );
  await insert(`insert into purge_nodes (purge_id, node_id) values ('p', 'n')`);
  await client.end();
});
beforeEach(() => rmSync(file, { force: true }));
afterAll(async () => {
  for (const name of databases) await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true });
});

const backUp = () => writeBackup({ databaseUrl: source, secret: testSecret }, file, new AbortController().signal);
const restore = async (databaseUrl: string, givenSecret?: string) => {
  const descriptor = openSync(file, 'r');
  try {
    await checkBackup(descriptor, givenSecret);
    await loadBackup(descriptor, { databaseUrl, databaseAppUrl: null });
  } finally {
    closeSync(descriptor);
  }
};
/** Every table's rows as text, and every sequence. */
const picture = async (databaseUrl: string) => {
  const [tables = []] = await ask(
    databaseUrl,
    `select tablename from pg_tables where schemaname = 'public' order by 1`,
  );
  const names = tables.map(({ tablename }) => tablename as string);
  const rows = await ask(
    databaseUrl,
    ...names.map(
      (name) => `select count(*) as n, md5(string_agg(t::text, '' order by t::text)) as rows from ${name} t`,
    ),
    `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
  );
  return Object.fromEntries([...names, 'sequences'].map((name, index) => [name, rows[index]]));
};
/** The same backup with some of its frames changed, and a checksum that fits. */
const rewrite = async (change: (frame: Frame) => Frame) => {
  const descriptor = openSync(file, 'r');
  async function* changed() {
    for await (const frame of readFrames(descriptor)) yield change(frame);
  }
  await writeBackupFile(`${file}.changed`, changed(), new AbortController().signal);
  closeSync(descriptor);
  writeFileSync(file, readFileSync(`${file}.changed`));
  rmSync(`${file}.changed`);
};
// biome-ignore lint/suspicious/noExplicitAny: tests change whatever they like.
const rewriteJson = (kind: Frame['kind'], change: (content: any) => void) =>
  rewrite((frame) => {
    if (frame.kind !== kind) return frame;
    const content = JSON.parse(frame.content.toString());
    change(content);
    return { kind, content: Buffer.from(JSON.stringify(content)) };
  });

describe('a backup', () => {
  test('restored into an empty database is what was backed up, but for feeds that start anew, for sessions and for heartbeats', async () => {
    await backUp();
    const target = await newDatabase('template0');
    await restore(target);
    const [before, after] = [await picture(source), await picture(target)];
    expect(before.zones).toMatchObject([{ n: 3000 }]);
    expect(before.sessions).toMatchObject([{ n: 1 }]);
    expect(before.role_heartbeats).toMatchObject([{ n: 1 }]);
    const none = [{ n: 0, rows: null }];
    expect(after).toEqual({ ...before, feeds: after.feeds, sessions: none, role_heartbeats: none });
    expect(after.feeds).not.toEqual(before.feeds);
  });

  test('leaves numbers where they were: what is made next collides with nothing', async () => {
    await backUp();
    const target = await newDatabase('template0');
    await restore(target);
    const [service, seq] = await ask(
      target,
      `insert into services (customer_id, product, domain, domainstatus) values (1, 'P', 'd', 'Active') returning id`,
      `select put_desired_state('edge', 'zone/new', 1, '{}') as seq`,
    );
    expect(service).toEqual([{ id: 1002 }]);
    expect(seq).toEqual([{ seq: 3001 }]);
  });

  test('lets the role of requests sign in with the restored secret, and shows it one customer', async () => {
    await backUp();
    const target = await newDatabase('template0');
    await restore(target, testSecret);
    const database = connectDatabase({ databaseUrl: target, databaseAppUrl: null, secret: testSecret }, 2);
    const names = await database.asCustomer(1, (tx) => tx.db.selectFrom('zones').select('name').limit(1).execute());
    const none = await database.asCustomer(2, (tx) => tx.db.selectFrom('zones').select('name').limit(1).execute());
    await database.close();
    expect({ names, none }).toEqual({ names: [{ name: awkward }], none: [] });
  });

  test('shows one moment: what is written while it runs is not in it, nor is half of it', async () => {
    const writer = new pg.Client({ connectionString: source });
    await writer.connect();
    let done = false;
    const backingUp = backUp().finally(() => {
      done = true;
    });
    while (!done) {
      await writer.query(`with c as (insert into customers (fullname) values ('busy') returning id)
        insert into services (customer_id, product, domain, domainstatus) select id, 'P', 'busy', 'Active' from c`);
    }
    await backingUp;
    await writer.end();
    const target = await newDatabase('template0');
    await restore(target);
    const [counts] = await ask(
      target,
      `select (select count(*) from customers where fullname = 'busy') as customers, (select count(*) from services where domain = 'busy') as services`,
    );
    expect(counts?.[0].customers).toBe(counts?.[0].services);
    await ask(source, `delete from customers where fullname = 'busy'`);
  });

  test('is for its owner alone, and nothing is left beside it', async () => {
    await backUp();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['backup']);
  });

  test('that fails or is stopped leaves no file', async () => {
    const stopping = new AbortController();
    const timer = setInterval(() => existsSync(`${file}.partial`) && stopping.abort());
    const stopped = writeBackup({ databaseUrl: source, secret: testSecret }, file, stopping.signal);
    await expect(stopped.finally(() => clearInterval(timer))).rejects.toThrow(/aborted/);
    expect(readdirSync(folder)).toEqual([]);
    const half = (async function* (): AsyncGenerator<Frame> {
      yield { kind: 'rows', content: Buffer.alloc(100_000) };
      throw new Error('the database went away');
    })();
    await expect(writeBackupFile(file, half, new AbortController().signal)).rejects.toThrow('the database went away');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('does not touch one that is being written', async () => {
    writeFileSync(`${file}.partial`, 'another');
    await expect(backUp()).rejects.toThrow(/backup\.partial exists: another backup is being written/);
    expect(readFileSync(`${file}.partial`, 'utf8')).toBe('another');
    expect(existsSync(file)).toBe(false);
    rmSync(`${file}.partial`);
  });
});

describe('refused before anything is written', () => {
  const refused = async (words: RegExp | string, givenSecret?: string) => {
    const target = await newDatabase('template0');
    await expect(restore(target, givenSecret)).rejects.toThrow(words);
    expect(await picture(target)).toEqual({ sequences: [] });
  };
  const damage = (change: (bytes: Buffer) => Buffer) => writeFileSync(file, change(readFileSync(file)));

  test('a backup that was cut short, wherever', async () => {
    await backUp();
    const whole = readFileSync(file);
    for (const length of [whole.length - 1, whole.length - 32, whole.length / 2, 60, 20]) {
      writeFileSync(file, whole.subarray(0, length));
      await refused('The backup is damaged or incomplete: its checksum does not match.');
    }
  });

  test.each([25, 0.3, 0.9, -1])('one with a flipped bit (at %d)', async (place) => {
    await backUp();
    damage((bytes) => {
      const at = place < 0 ? bytes.length + place : place < 1 ? Math.floor(bytes.length * place) : place;
      bytes[at]! ^= 1;
      return bytes;
    });
    await refused('The backup is damaged or incomplete: its checksum does not match.');
  });

  test.each(['', 'x', 'some other file\n'.repeat(1000)])('a file that is no backup', async (text) => {
    writeFileSync(file, text);
    await refused('The file is not a backup of Headwater.');
  });

  test('one in a format of the future', async () => {
    writeFileSync(file, 'Headwater backup 2\nxxxxx');
    await refused('The backup was written by a newer version of Headwater: install that version.');
  });

  test('one that is newer than the program, by the name of the migration', async () => {
    await backUp();
    await rewriteJson('head', (head) => head.migrations.push({ name: '2099-01-01-0001-later', sha256: 'x' }));
    await refused(
      'This backup has the migration 2099-01-01-0001-later, which this version does not know: install a newer',
    );
  });

  test('one whose migrations are not those of this program', async () => {
    await backUp();
    await rewriteJson('head', (head) => {
      head.migrations[0].sha256 = 'of another text';
    });
    await refused('The migration 2026-11-21-0001-first-light was edited after it was applied.');
  });

  test('one of another secret than the one that is set', async () => {
    await backUp();
    await refused('HEADWATER_SECRET is not the secret in the backup', 'another secret that is long enough for anybody');
  });

  test('rows that are not as many as were counted', async () => {
    await backUp();
    await rewriteJson('end', (end) => {
      end.rows.zones += 1;
    });
    await refused('“zones” has 3000 rows where the backup counted 3001.');
  });

  test('rows that do not fit, and the migrations before them are undone', async () => {
    await backUp();
    let seen = 0;
    await rewrite((frame) => {
      seen += frame.kind === 'rows' ? 1 : 0;
      return frame.kind === 'rows' && seen === 2 ? { ...frame, content: Buffer.from('nonsense\n') } : frame;
    });
    await refused(/missing data for column|invalid input syntax/);
  });

  test('a database that is in use, which stays as it is', async () => {
    await backUp();
    const used = await newDatabase('template_headwater');
    const before = await picture(used);
    await expect(restore(used)).rejects.toThrow('The database is not empty: it has “');
    expect(await picture(used)).toEqual(before);
  });
});

test('a backup of an older version is laid as it was, and the next start brings it up to date', async () => {
  const [named = []] = await ask(source, 'select name, sha256 from migrations order by name');
  const [older, newer] = [named.slice(0, 4), named.slice(4)] as { name: string; sha256: string }[][];
  const old = new pg.Client({ connectionString: await newDatabase('template0') });
  await old.connect();
  await layMigrations(old, findMigrations(older!), null);
  await old.query(`insert into customers (fullname) values ('of old')`);
  await old.end();
  const databaseUrl = `${source.slice(0, source.lastIndexOf('/'))}/${old.database}`;
  await writeBackup({ databaseUrl, secret: testSecret }, file, new AbortController().signal);
  const target = await newDatabase('template0');
  await restore(target);
  const settings = { databaseUrl: target, databaseAppUrl: null, secret: testSecret };
  expect(await migrate(settings)).toEqual(newer!.map(({ name }) => name));
  expect(await ask(target, 'select id, fullname from customers')).toEqual([[{ id: 1, fullname: 'of old' }]]);
});
