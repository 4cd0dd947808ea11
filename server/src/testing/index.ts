import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { permissions } from '@headwater/contract/lib/permissions';
import type { NodeKind } from '@headwater/contract/nodes/routes';
import { forbiddenReason } from '@headwater/engines/address';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { buildApp } from '../app.ts';
import { hashPassword } from '../features/account/index.ts';
import { announceNode } from '../features/nodes/index.ts';
import { connectDatabase, type Database } from '../lib/db.ts';
import { type FilterEngine, limitDrawing } from '../lib/draw-filter.ts';
import { Listener } from '../lib/listen.ts';
import { eventsChannel, feedChannel } from '../lib/notify.ts';
import type { ResolveOrigin } from '../lib/origins.ts';
import type { LookUpDelegation, ParentSays } from '../lib/parent-zone.ts';
import { hashToken, newId, newToken } from '../lib/secret.ts';
import { readSettings, type Settings } from '../lib/settings.ts';
import { testSecret } from './secret.ts';

/** Names that tests may use as origins; every other name does not resolve. */
const names: Record<string, { address: string; forbidden: string | null }> = {
  'origin.test': { address: '198.51.100.10', forbidden: null },
  'second.test': { address: '198.51.100.11', forbidden: null },
  'private.test': { address: '10.0.0.1', forbidden: 'a private address' },
};

const resolveOrigin: ResolveOrigin = async (host) => {
  if (isIP(host) !== 0) return { addresses: [{ address: host, forbidden: forbiddenReason(host) }] };
  const known = names[host];
  if (!known) throw new Error('ENOTFOUND');
  return { addresses: [known] };
};

/** What the engine would draw, as far as tests of the API need one; the engine has tests of its own. */
const drawName: FilterEngine = async ({ name }) => ({ ok: true, jpeg: Buffer.from(`a picture with ${name}`) });

export type Person = { customerId: number; userId: number; token: string; email: string };

type KeyWish = {
  permissions: readonly string[];
  services: number[] | null;
  addresses: string[] | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

export type World = {
  app: FastifyInstance;
  database: Database;
  settings: Settings;
  /** What parent zones say; of a domain that is not here, the parent cannot be asked. */
  parents: Map<string, ParentSays>;
  lookUpDelegation: LookUpDelegation;
  /** What draws filters; tests may put another one here. */
  drawing: { engine: FilterEngine };
  /** Asks the API as a person (or nobody), and returns status and parsed body. */
  ask(
    who: Person | string | null,
    method: InjectOptions['method'],
    path: string,
    body?: object,
    headers?: Record<string, string>,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
  ): Promise<{ status: number; body: any; headers: Record<string, unknown> }>;
  addCustomer(options?: { services?: number; domainstatus?: string }): Promise<Person & { serviceId: number }>;
  addContact(customerId: number, granted?: readonly string[]): Promise<Person>;
  /** An API key of this person, as `createApiKey` would store it. */
  addKey(person: Person, wish?: Partial<KeyWish>): Promise<{ id: string; token: string }>;
  /** A node that has joined and holds its credential. */
  addNode(name: string, kind?: NodeKind): Promise<{ credential: string; nodeId: string }>;
};

export const password = 'correct horse battery staple';
let passwordHash: Promise<string> | undefined;

/** A database of this file's own and the whole app over it; closed after the file's last test. */
export function useWorld(environment: Record<string, string> = {}): World {
  const world = {} as World;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const { made, end } = await openWorld(environment);
    Object.assign(world, made);
    close = end;
  });
  afterAll(async () => close?.());
  return world;
}

async function openWorld(environment: Record<string, string>) {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database ${name} template template_headwater`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const settings = readSettings({
    DATABASE_URL: url.href,
    HEADWATER_SECRET: testSecret,
    HEADWATER_RATE_LIMIT: '1000000',
    ...environment,
  });
  const database = connectDatabase(settings, 8);
  const listener = new Listener(settings.databaseUrl);
  await listener.start([eventsChannel, feedChannel]);
  const parents = new Map<string, ParentSays>();
  const lookUpDelegation: LookUpDelegation = async (domain) => parents.get(domain) ?? { problem: 'unreachable' };
  const drawing = { engine: drawName };
  const drawFilter = limitDrawing((filter, image) => drawing.engine(filter, image));
  const joined = { database, listener, settings, resolveOrigin, lookUpDelegation, drawFilter };
  const app = await buildApp({ ...joined, panelFolder: null, logLevel: 'silent' });
  await app.ready();
  const end = async () => {
    await app.close();
    await listener.close();
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { made: { ...makeWorld(app, database, settings), parents, lookUpDelegation, drawing }, end };
}

function makeWorld(
  app: FastifyInstance,
  database: Database,
  settings: Settings,
): Omit<World, 'lookUpDelegation' | 'parents' | 'drawing'> {
  const ask: World['ask'] = async (who, method, path, body, headers = {}) => {
    const token = typeof who === 'string' ? who : who?.token;
    const answer = await app.inject({
      method: method!,
      url: `/api/v1${path}`,
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { payload: body }),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers };
  };

  /** A session as signing in makes it, without the work of checking a password. */
  const signIn = async (customerId: number, userId: number) => {
    const token = newToken('hws');
    await database.owner
      .insertInto('sessions')
      .values({
        token_hash: hashToken(token),
        id: newId(),
        user_id: userId,
        customer_id: customerId,
        remember: false,
        address: '192.0.2.7',
        user_agent: 'tests',
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    return token;
  };

  const addPerson = async (customerId: number, isOwner: boolean, granted: readonly string[]): Promise<Person> => {
    passwordHash ??= hashPassword(password);
    const email = `${randomUUID()}@example.test`;
    const user = await database.owner
      .insertInto('users')
      .values({
        customer_id: customerId,
        is_owner: isOwner,
        firstname: 'Ada',
        lastname: isOwner ? 'Owner' : 'Contact',
        email,
        email_verified: true,
        password_hash: await passwordHash,
        permissions: [...granted],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { customerId, userId: user.id, token: await signIn(customerId, user.id), email };
  };

  return {
    app,
    database,
    settings,
    ask,
    async addCustomer({ services = 1, domainstatus = 'Active' } = {}) {
      const customer = await database.owner
        .insertInto('customers')
        .values({ fullname: 'Ada Owner' })
        .returning('id')
        .executeTakeFirstOrThrow();
      let serviceId = 0;
      for (let n = 0; n < services; n++) {
        const service = await database.owner
          .insertInto('services')
          .values({ customer_id: customer.id, product: 'CDN', domain: `d${n}.example`, domainstatus })
          .returning('id')
          .executeTakeFirstOrThrow();
        serviceId ||= service.id;
      }
      return { ...(await addPerson(customer.id, true, permissions)), serviceId };
    },
    addContact: (customerId, granted = []) => addPerson(customerId, false, granted),
    async addKey(person, wish = {}) {
      const token = newToken('hwk');
      const id = newId();
      await database.ownerPool.query(
        `insert into api_keys (id, customer_id, user_id, name, start, token_hash, permissions, services, addresses, expires_at, revoked_at)
          values ($1, $2, $3, 'Test key', $4, $5, $6, $7, $8, $9, $10)`,
        [
          id,
          person.customerId,
          person.userId,
          token.slice(0, 8),
          hashToken(token),
          wish.permissions ?? permissions,
          wish.services ?? null,
          wish.addresses ?? null,
          wish.expiresAt ?? null,
          wish.revokedAt ?? null,
        ],
      );
      return { id, token };
    },
    async addNode(name, kind = 'edge') {
      const token = await announceNode(database, kind, name, false);
      const { body } = await ask(null, 'POST', '/nodes/join', { token });
      return { credential: body.credential, nodeId: body.nodeId };
    },
  };
}

/** The statuses of answers that raced, smallest first. */
export const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
