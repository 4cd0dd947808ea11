import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, useWorld } from '../testing/index.ts';
import { addZone } from '../testing/zones.ts';
import { appUrl } from './db.ts';

const world = useWorld();
let client: pg.Client;
let mine: Person & { serviceId: number };
let other: Person & { serviceId: number };
let foreignZone: string;
const aliases: string[] = [];

beforeAll(async () => {
  client = new pg.Client({ connectionString: appUrl(world.settings) });
  await client.connect();
  mine = await world.addCustomer();
  other = await world.addCustomer();
  const edge = await world.addNode('edge-1');
  for (const owner of [mine, other]) {
    const zone = await addZone(world, owner);
    await world.addKey(owner);
    foreignZone = zone.id;
    aliases.push(zone.zone);
    await world.ask(owner, 'POST', `${zone.path}/purge`, { files: ['/a', '/b*'] });
    await world.database.ownerPool.query(
      `with one as (select zone_id, id from purges where zone_id = $1)
       , usage as (insert into usage values ($1, 'hour', now(), $2, $3, 1, 1, 1, 1, 1, 1, 1, 1))
       , countries as (insert into usage_countries values ($1, now(), 'DE', $2, $3, 1, 1))
       , paths as (insert into usage_paths values ($1, now(), '/', $2, $3, 1, 1))
       , progress as (insert into usage_progress values ($3, $2, now()))
       , mail as (insert into emails (id, customer_id, recipient, template, subject, text_body, html_body, masked)
           values ('e' || $2, $2, 'a@example.test', 'verify-email', 's', 't', 'h', false))
       , cancellation as (insert into service_cancellations (service_id, customer_id, requested_by, type, reason)
           values ($3, $2, 'Ada', 'Immediate', 'because'))
       , refusal as (insert into node_refusals values ($4, 'edge', 'zone/' || $1, 1, 'no'))
       insert into purge_nodes select id, $4 from one`,
      [zone.id, owner.customerId, owner.serviceId, edge.nodeId],
    );
  }
});
beforeEach(async () => {
  await client.query('rollback; begin');
});
afterAll(() => client.end());

const be = (customerId: number | '') =>
  client.query(`select set_config('headwater.customer', $1, true)`, [String(customerId)]);
const tables = [
  'activity',
  'api_keys',
  'service_cancellations',
  'services',
  'zones',
  'purges',
  'desired_state',
  'usage',
  'usage_countries',
  'usage_paths',
  'usage_progress',
];
const indirect = ['purge_nodes', 'node_refusals'];
/** Of these, requests read some columns only: never password or token hashes. */
const partly = { emails: 'id, customer_id', users: 'id, customer_id', sessions: 'id, customer_id' };

describe('the role of requests', () => {
  test('has no rights beyond those of a plain login', async () => {
    const { rows } = await client.query(
      'select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user',
    );
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false }]);
  });

  test.each([...tables, ...indirect])('sees only one customer’s rows of %s', async (table) => {
    await be(mine.customerId);
    const own = await client.query(`select to_jsonb(t) as row from ${table} t`);
    await be(other.customerId);
    const foreign = await client.query(`select to_jsonb(t) as row from ${table} t`);
    expect(own.rowCount).toBeGreaterThan(0);
    expect(foreign.rowCount).toBe(own.rowCount);
    const seen = new Set(own.rows.map(({ row }) => JSON.stringify(row)));
    for (const { row } of foreign.rows) expect(seen.has(JSON.stringify(row))).toBe(false);
    if (tables.includes(table)) {
      for (const { row } of own.rows) expect(row.customer_id).toBe(mine.customerId);
    }
  });

  test.each(Object.entries(partly))(
    'sees only one customer’s rows of %s, and not their hashes',
    async (table, columns) => {
      await be(mine.customerId);
      const own = await client.query(`select ${columns} from ${table}`);
      expect(own.rowCount).toBeGreaterThan(0);
      for (const row of own.rows) expect(row.customer_id).toBe(mine.customerId);
      await be('');
      expect((await client.query(`select ${columns} from ${table}`)).rowCount).toBe(0);
      await expect(client.query(`select * from ${table}`)).rejects.toThrow(/permission denied/);
    },
  );

  test('makes no mailed key, and learns nothing of passwords, of a person who is not its customer’s', async () => {
    const key = 'select put_one_time_key($1, $2, $3, $4, 60)';
    const values = (userId: number) => [userId, 'reset-password', Buffer.alloc(32, userId % 256), '{}'];
    for (const customer of [mine.customerId, ''] as const) {
      await client.query('rollback; begin');
      await be(customer);
      expect((await client.query('select has_password($1)', [other.userId])).rows).toEqual([{ has_password: false }]);
      await expect(client.query(key, values(other.userId))).rejects.toThrow(/another customer/);
    }
    await client.query('rollback; begin');
    await be(mine.customerId);
    expect((await client.query('select has_password($1)', [mine.userId])).rows).toEqual([{ has_password: true }]);
    await client.query(key, values(mine.userId));
  });

  test('sees its own customer alone', async () => {
    await be(mine.customerId);
    expect((await client.query('select id from customers')).rows).toEqual([{ id: mine.customerId }]);
  });

  test('reads no table of customers’ rows that has no wall, now or in a later version', async () => {
    const { rows } = await world.database.ownerPool.query<{ name: string; walled: boolean }>(
      `select c.relname as name, c.relrowsecurity as walled from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id'
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
         and has_any_column_privilege('headwater_app', c.oid, 'select, insert, update')`,
    );
    expect(rows.length).toBeGreaterThan(tables.length);
    expect(rows.filter(({ walled }) => !walled)).toEqual([]);
  });

  test.each([...tables, ...indirect])('sees no row of %s while no customer is set', async (table) => {
    expect((await client.query(`select from ${table}`)).rowCount).toBe(0);
    await be('');
    expect((await client.query(`select from ${table}`)).rowCount).toBe(0);
  });

  test('sees nothing on a reused connection once the customer’s transaction is over', async () => {
    await be(mine.customerId);
    expect((await client.query('select from zones')).rowCount).toBe(1);
    await client.query('commit');
    expect((await client.query(`select current_setting('headwater.customer', true) as left`)).rows).toEqual([
      { left: '' },
    ]);
    expect((await client.query('select from zones')).rowCount).toBe(0);
    await client.query('begin');
    await be(mine.customerId);
    await client.query('rollback');
    expect((await client.query('select from zones')).rowCount).toBe(0);
  });

  test('changes no zone but the customer’s own, and hands none to another customer', async () => {
    await be(mine.customerId);
    const change = `update zones set name = 'taken'`;
    const { rowCount } = await client.query(`${change} where customer_id <> $1`, [mine.customerId]);
    expect(rowCount).toBe(0);
    expect((await client.query(change)).rowCount).toBe(1);
    const given = client.query('update zones set customer_id = $1', [other.customerId]);
    await expect(given).rejects.toThrow(/row-level security/);
  });

  test.each([
    ['services', `domain = 'taken.example'`],
    ['purges', `requested_by = 'nobody'`],
  ])('changes no row of %s at all', async (table, change) => {
    await be(mine.customerId);
    await expect(client.query(`update ${table} set ${change}`)).rejects.toThrow(/permission denied/);
  });

  test('inserts no row for another customer', async () => {
    await be(mine.customerId);
    const service = client.query(
      `insert into services (customer_id, product, domain, domainstatus) values ($1, 'x', 'x', 'Active')`,
      [other.customerId],
    );
    await expect(service).rejects.toThrow(/row-level security/);
    await client.query('rollback; begin');
    await be(mine.customerId);
    const insert = client.query(
      `insert into zones (id, customer_id, service_id, mode, type, name, alias, origin, settings)
       values ('planted', $1, $2, 'http', 'pull', 'x', 'planted', 'http://x.test', '{}')`,
      [other.customerId, other.serviceId],
    );
    await expect(insert).rejects.toThrow(/row-level security/);
    await client.query('rollback; begin');
    await be(mine.customerId);
    const purge = client.query(
      `insert into purges (id, customer_id, zone_id, requested_by, kind, files, file_count, seq)
       values ('planted', $1, $2, 'x', 'url', '[]', 0, 1)`,
      [other.customerId, foreignZone],
    );
    await expect(purge).rejects.toThrow(/row-level security/);
  });

  const closed = [
    'select * from users',
    'select * from sessions',
    'select token_hash from sessions',
    'update customers set credit_cents = 1',
    'update users set is_owner = true',
    'update users set email_verified = true',
    'select * from one_time_keys',
    'select * from idempotency_keys',
    'select * from rate_limits',
    'update products set retired = true',
    'select * from attempt_limits',
    'select * from feeds',
    'select * from migrations',
    'select * from usage_batches',
    'select * from nodes',
    'select credential_hash from nodes',
    'select join_token_hash from nodes',
    'delete from zones',
    'delete from services',
    'insert into desired_state (kind, key, seq) values (1, 1, 1)',
    'update desired_state set doc = null',
    'update nodes set applied_seq = 0',
    'update usage set requests = 0',
    'create table mine (id int)',
    'set role pg_read_all_data',
  ];
  test.each(closed)('may not: %s', async (statement) => {
    await be(mine.customerId);
    await expect(client.query(statement)).rejects.toThrow(/permission denied/);
  });

  test('sees the names and the progress of nodes, which customers are shown', async () => {
    const { rows } = await client.query('select id, kind, name, state, last_seen_at, applied_seq, serving from nodes');
    expect(rows).toHaveLength(1);
  });

  test('learns of another customer’s alias only that it is taken', async () => {
    await be(mine.customerId);
    const { rows } = await client.query(
      `select alias_taken($1) as first, alias_taken($2) as second, alias_taken('free')`,
      aliases,
    );
    expect(rows).toEqual([{ first: true, second: true, alias_taken: false }]);
  });
});

describe('desired state', () => {
  const put = (key: string, customerId: number | null, doc: object | null = {}) =>
    client.query('select put_desired_state($1, $2, $3, $4)', ['edge', key, customerId, doc && JSON.stringify(doc)]);

  test('is written for the transaction’s own customer', async () => {
    await be(mine.customerId);
    expect((await put('zone/new', mine.customerId)).rowCount).toBe(1);
  });

  test('is never written for another customer, nor for nobody', async () => {
    for (const customerId of [other.customerId, null]) {
      await client.query('rollback; begin');
      await be(mine.customerId);
      await expect(put('zone/new', customerId)).rejects.toThrow('desired state of another customer');
    }
  });

  test('is not written while no customer is set', async () => {
    await expect(put('zone/new', mine.customerId)).rejects.toThrow('desired state of another customer');
    await client.query('rollback; begin');
    await be('');
    await expect(put('zone/new', null)).rejects.toThrow('desired state of another customer');
  });

  test('of another customer is neither overwritten nor taken away', async () => {
    for (const doc of [{}, null]) {
      await client.query('rollback; begin');
      await be(mine.customerId);
      await expect(put(`zone/${foreignZone}`, mine.customerId, doc)).rejects.toThrow(/belongs to another customer/);
    }
  });
});

describe('a transaction of one customer', () => {
  const zones = (customerId: number) =>
    world.database.readAsCustomer(customerId, (tx) => tx.db.selectFrom('zones').select('customer_id').execute());

  test('keeps to its customer, however many run at once on few connections', async () => {
    const customers = Array.from({ length: 200 }, (_, n) => (n % 2 ? mine : other).customerId);
    const seen = await Promise.all(customers.map(zones));
    expect(seen).toEqual(customers.map((customer_id) => [{ customer_id }]));
  });

  test('that only reads cannot write', async () => {
    const write = world.database.readAsCustomer(mine.customerId, (tx) =>
      tx.db.updateTable('zones').set({ name: 'x' }).execute(),
    );
    await expect(write).rejects.toThrow(/read-only transaction/);
  });

  test('is undone whole when its work fails, and its connection stays good', async () => {
    const work = world.database.asCustomer(mine.customerId, async (tx) => {
      await tx.db.updateTable('zones').set({ name: 'half done' }).execute();
      throw new Error('half-way');
    });
    await expect(work).rejects.toThrow('half-way');
    const names = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.database.readAsCustomer(mine.customerId, (tx) => tx.db.selectFrom('zones').select('name').execute()),
      ),
    );
    expect(JSON.stringify(names)).not.toContain('half done');
  });

  test('refuses a customer that is no whole number', async () => {
    for (const customerId of [Number.NaN, 1.5, Number.POSITIVE_INFINITY]) {
      await expect(zones(customerId)).rejects.toThrow(TypeError);
    }
  });
});
