import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.gen.ts';
import { deriveKey } from './secret.ts';
import type { Settings } from './settings.ts';

// Counts and ids fit a double; a bigint that does not is a bug worth an exception.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is beyond the safe integers`);
  return number;
});

const setCustomer = "select set_config('headwater.customer', $1, true)";

export const appRole = 'headwater_app';

/** A transaction that sees one customer's rows. Not to be kept beyond the function it was given to. */
export class Tx {
  readonly client: pg.PoolClient;
  #db: Kysely<DB> | undefined;

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  get db(): Kysely<DB> {
    this.#db ??= overClient(this.client);
    return this.#db;
  }

  /** A prepared statement for hot paths: planned once per connection. */
  async named<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return (await this.client.query<Row>({ name, text, values })).rows;
  }
}

export type Database = {
  /** The owner's role: sees every customer. For sign-in, the feed, the jobs and the command line only. */
  owner: Kysely<DB>;
  ownerPool: pg.Pool;
  /** To be looked at only: what goes through it must know its customer. */
  requestPool: pg.Pool;
  /** Runs `work` in a transaction of the request role that sees this customer's rows only. */
  asCustomer<T>(customerId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same for work that only reads: the answer does not wait for the end of the transaction. */
  readAsCustomer<T>(customerId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export function connectDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'databaseAppUrl' | 'secret'>,
  maxConnections = 10,
): Database {
  const ownerPool = openPool(settings.databaseUrl, maxConnections);
  const appPool = openPool(settings.databaseAppUrl ?? appUrl(settings), maxConnections);
  const owner = new Kysely<DB>({ dialect: new PostgresDialect({ pool: ownerPool }) });

  const begin = async (customerId: number, readOnly: boolean) => {
    if (!Number.isSafeInteger(customerId)) throw new TypeError('customerId must be an integer');
    const client = await appPool.connect();
    // Not awaited: both travel with the first query of `work`. Should they fail, so does that query, since then no
    // customer is set and row security shows nothing; the failure itself surfaces at the end.
    const begun = Promise.all([
      client.query(readOnly ? 'begin read only' : 'begin'),
      client.query({ name: 'set-customer', text: setCustomer, values: [String(customerId)] }),
    ]);
    begun.catch(() => {});
    return { client, begun };
  };

  return {
    owner,
    ownerPool,
    requestPool: appPool,
    async asCustomer(customerId, work) {
      const { client, begun } = await begin(customerId, false);
      let broken: Error | undefined;
      try {
        const result = await work(new Tx(client));
        await begun;
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    async readAsCustomer(customerId, work) {
      const { client, begun } = await begin(customerId, true);
      const end = () =>
        client.query('rollback').then(
          () => client.release(),
          (failure: Error) => client.release(failure),
        );
      try {
        const result = await work(new Tx(client));
        await begun;
        return result;
      } finally {
        void end();
      }
    },
    async close() {
      await owner.destroy();
      await appPool.end();
    },
  };
}

/** The request role's connection: same server and database, its own name, a password derived from the secret. */
export function appUrl(settings: Pick<Settings, 'databaseUrl' | 'secret'>): string {
  const url = new URL(settings.databaseUrl);
  url.username = appRole;
  url.password = appRolePassword(settings.secret);
  return url.href;
}

export const appRolePassword = (secret: string) => deriveKey(secret, 'postgresql role of requests');

function openPool(connectionString: string, max: number): pg.Pool {
  // Passed through to the client, which sends queries without waiting for the answer to the one before.
  const options: pg.PoolConfig & { pipeline: boolean } = {
    connectionString,
    max,
    pipeline: true,
    // A database that hangs is one that is away: requests are told so instead of waiting with it.
    connectionTimeoutMillis: 5000,
    statement_timeout: 30_000,
  };
  const pool = new pg.Pool(options);
  // A connection that dies while idle (PostgreSQL restarting) is replaced by the next request.
  pool.on('error', () => {});
  // One that dies while it is lent out fails the query under way, or the next one; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function overClient(client: pg.PoolClient): Kysely<DB> {
  const borrowed = { query: client.query.bind(client), release() {} };
  const pool = { connect: async () => borrowed, end: async () => {} };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) });
}
