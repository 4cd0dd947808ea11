import { type Access, type Route, route } from '@headwater/contract/lib/route';
import type { FastifyRequest } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useWorld } from '../testing/index.ts';
import { admit } from './admit.ts';
import type { Who } from './who.ts';

const world = useWorld();
let customerId: number;
let ordinary: number;
let plus: number;
beforeAll(async () => {
  ({ customerId, serviceId: ordinary } = await world.addCustomer());
  const { rows } = await world.database.ownerPool.query<{ id: number }>(
    `insert into services (customer_id, product, domain, domainstatus, is_cdn_plus) values ($1, 'P', 'p.example', 'Active', true) returning id`,
    [customerId],
  );
  plus = rows[0]!.id;
});

const declare = (access: Access, more: Partial<Route> = {}): Route =>
  route({ method: 'GET', path: '/x', summary: '', tag: '', access, status: 200, reply: z.object({}), ...more });
const whoIs = (more: Partial<Who> = {}): Who => ({
  kind: 'user',
  credentialId: 'c',
  userId: 1,
  customerId,
  isOwner: true,
  name: 'Ada',
  permissions: new Set(['zones.view']),
  services: null,
  isVerified: true,
  steppedUpAt: new Date(),
  expiresAt: null,
  address: '192.0.2.1',
  requestId: 'r',
  ...more,
});
const asked = (params: object = {}) => ({ params }) as FastifyRequest;
const codeOf = (declared: Route, who: Who, params?: object) =>
  admit(world, declared, asked(params), who).then(
    () => 'admitted',
    (problem: { code: string }) => problem.code,
  );

describe('a route that is not for CDN-Plus', () => {
  const streams = declare('zones.view', { path: '/services/:serviceId/streams/push', notForCdnPlus: true });

  test('is refused for a CDN-Plus service and no other', async () => {
    expect(await codeOf(streams, whoIs(), { serviceId: String(plus) })).toBe('cdn_plus');
    expect(await codeOf(streams, whoIs(), { serviceId: String(ordinary) })).toBe('admitted');
  });

  test("says nothing about another customer's service", async () => {
    const other = await world.addCustomer();
    const stranger = whoIs({ customerId: other.customerId });
    expect(await codeOf(streams, stranger, { serviceId: String(plus) })).toBe('admitted');
  });
});

describe('an account whose address is not verified', () => {
  test('looks at its services and minds its own session, and nothing else', async () => {
    const who = whoIs({ isVerified: false, permissions: new Set(['services.view', 'services.manage', 'zones.view']) });
    expect(await codeOf(declare('session'), who)).toBe('admitted');
    expect(await codeOf(declare('services.view'), who)).toBe('admitted');
    for (const access of ['services.manage', 'zones.view'] as const) {
      expect(await codeOf(declare(access), who)).toBe('email_unverified');
    }
  });
});

describe('an API key', () => {
  const key = (more: Partial<Who> = {}) => whoIs({ kind: 'key', isOwner: false, ...more });

  test('is no person', async () => {
    expect(await codeOf(declare('session'), key())).toBe('forbidden');
    expect(await codeOf(declare('zones.view', { people: true }), key())).toBe('forbidden');
    expect(await codeOf(declare('caller'), key())).toBe('admitted');
  });

  test('that is limited to services sees no other, and of the account only what leaves others out', async () => {
    const limited = key({ services: new Set([ordinary]) });
    const zones = declare('zones.view', { path: '/services/:serviceId/zones' });
    expect(await codeOf(zones, limited, { serviceId: String(ordinary) })).toBe('admitted');
    expect(await codeOf(zones, limited, { serviceId: String(plus) })).toBe('not_found');
    expect(await codeOf(declare('zones.view'), limited)).toBe('forbidden');
    expect(await codeOf(declare('zones.view', { narrowed: true }), limited)).toBe('admitted');
  });
});
