import type { Kysely } from 'kysely';
import { hashPassword, verifyPassword } from './features/account/index.ts';
import { seedDomain } from './features/dns/index.ts';
import { seedStream } from './features/streams/index.ts';
import { defaultSettings, insertZone, publishZone } from './features/zones/index.ts';
import type { Database } from './lib/db.ts';
import { demoSignIn } from './lib/demo-sign-in.ts';
import type { DB } from './lib/schema.gen.ts';
import { newId } from './lib/secret.ts';
import type { Settings } from './lib/settings.ts';

type DemoCustomer = {
  fullname: string;
  email: string;
  creditCents: number;
  services: { product: string; domain: string; domainstatus: string; isCdnPlus?: boolean; favorite?: boolean }[];
};

const customers: DemoCustomer[] = [
  {
    fullname: 'Dana Demo',
    email: demoSignIn.email,
    creditCents: 12_500,
    services: [
      { product: 'CDN & Streaming Pro', domain: 'riverside.example', domainstatus: 'Active', favorite: true },
      { product: 'CDN Plus', domain: 'plus.riverside.example', domainstatus: 'Active', isCdnPlus: true },
      { product: 'Live Streaming', domain: 'live.riverside.example', domainstatus: 'Pending' },
      { product: 'CDN & Streaming Basic', domain: 'archive.riverside.example', domainstatus: 'Suspended' },
      { product: 'CDN Trial', domain: 'trial.riverside.example', domainstatus: 'Cancelled' },
      { product: 'CDN & Streaming Basic', domain: 'old.riverside.example', domainstatus: 'Terminated' },
    ],
  },
  {
    fullname: 'Otto Other',
    email: 'other@headwater.test',
    creditCents: 0,
    services: [{ product: 'CDN & Streaming Pro', domain: 'hilltop.example', domainstatus: 'Active' }],
  },
  { fullname: 'Nora New', email: 'new@headwater.test', creditCents: 0, services: [] },
];

/** Of the first domain; the addresses are those that RFC 5737 keeps for examples. */
const domainRecords = [
  { host: '@', type: 'A', record: '192.0.2.10' },
  { host: 'www', type: 'CNAME', record: '@' },
  { host: 'mail', type: 'A', record: '192.0.2.25' },
  { host: '@', type: 'MX', record: 'mail', priority: 10 },
  { host: '@', type: 'TXT', record: 'v=spf1 mx -all' },
];

const contactEmail = 'contact@headwater.test';
const demoSignIns = [...customers.map(({ email }) => email), contactEmail];

/**
 * The demo's password is public: with the demo off nobody signs in by it. A sign-in that was given another one stays.
 * @returns how many sign-ins were open.
 */
export async function closeDemo({ owner }: Database): Promise<number> {
  const open = await owner
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', 'in', demoSignIns)
    .where('suspended', '=', false)
    .execute();
  const isPublic = await Promise.all(open.map((user) => verifyPassword(demoSignIn.password, user.password_hash)));
  const ids = open.filter((_, index) => isPublic[index]).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await owner.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ suspended: true }).where('id', 'in', ids).execute();
    await tx.deleteFrom('sessions').where('user_id', 'in', ids).execute();
  });
  return ids.length;
}

/** The demo is on again after it had been off. */
export async function openDemo({ owner }: Database): Promise<void> {
  await owner.updateTable('users').set({ suspended: false }).where('email', 'in', demoSignIns).execute();
}

/**
 * Fills an empty installation with the demo provider: customers, services in every status, a contact without
 * permissions, an account without services, a first zone on the demo's own origin, a first stream and a first domain.
 * @returns false when there are customers already.
 */
export async function fillDemo(database: Database, settings: Settings): Promise<boolean> {
  if (await database.owner.selectFrom('customers').select('id').limit(1).executeTakeFirst()) return false;
  const passwordHash = await hashPassword(demoSignIn.password);
  await database.owner.transaction().execute(async (tx) => {
    const made: { customerId: number; serviceId: number | undefined }[] = [];
    for (const { fullname, email, creditCents, services } of customers) {
      const { id: customerId } = await tx
        .insertInto('customers')
        .values({ fullname, credit_cents: creditCents })
        .returning('id')
        .executeTakeFirstOrThrow();
      const [firstname = '', lastname = ''] = fullname.split(' ');
      const person = { customer_id: customerId, password_hash: passwordHash, email_verified: true };
      await tx
        .insertInto('users')
        .values({ ...person, is_owner: true, firstname, lastname, email })
        .execute();
      if (email === demoSignIn.email) {
        const contact = { firstname: 'Carl', lastname: 'Contact', email: contactEmail };
        await tx
          .insertInto('users')
          .values({ ...person, ...contact, is_owner: false, permissions: [] })
          .execute();
      }
      const rows = services.map(({ isCdnPlus, ...service }) => ({
        ...service,
        is_cdn_plus: isCdnPlus ?? false,
        customer_id: customerId,
      }));
      const ids = rows.length > 0 ? await tx.insertInto('services').values(rows).returning('id').execute() : [];
      made.push({ customerId, serviceId: ids[0]?.id });
    }
    const [first] = made as [{ customerId: number; serviceId: number }];
    await addFirstZone(tx, settings, first.customerId, first.serviceId);
    await seedStream({ settings }, { db: tx }, first, { name: 'Riverside live', alias: 'riverside' });
    await seedDomain({ settings }, { db: tx }, first, 'riverside.example', domainRecords);
  });
  return true;
}

/** A zone on the demo's own site, so that there is something to fetch at once. */
async function addFirstZone(db: Kysely<DB>, settings: Settings, customerId: number, serviceId: number): Promise<void> {
  const zone = await insertZone(
    { db },
    {
      id: newId(),
      customer_id: customerId,
      service_id: serviceId,
      mode: 'http',
      type: 'pull',
      name: 'Riverside site',
      alias: 'demo',
      origin: settings.demoOrigin!,
      settings: defaultSettings,
    },
  );
  await publishZone({ settings }, { db }, zone);
}
