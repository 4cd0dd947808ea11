import { beforeAll, describe, expect, test } from 'vitest';
import { queueMail } from '../../lib/mail.ts';
import { type Person, useWorld } from '../../testing/index.ts';

const world = useWorld();
let owner: Person;
let other: Person;
const queue = (who: Person, service: string, to = who.email) =>
  world.database.asCustomer(who.customerId, (tx) =>
    queueMail(tx.db, world.settings, {
      customerId: who.customerId,
      userId: who.userId,
      to,
      template: 'trial-ended',
      values: { name: 'Ada', service },
    }),
  );

beforeAll(async () => {
  owner = await world.addCustomer();
  other = await world.addCustomer();
  for (const service of ['first', 'second', 'third']) await queue(owner, service);
  await queue(owner, 'fourth', 'carl@example.test');
  await queue(other, 'foreign');
  await world.database.asCustomer(owner.customerId, (tx) =>
    queueMail(tx.db, world.settings, {
      customerId: owner.customerId,
      to: 'invited@example.test',
      template: 'contact-invitation',
      values: {
        name: 'Carl',
        inviter: '<img src=x onerror=alert(1)>',
        account: 'Riverside',
        link: 'http://localhost:3000/invitation#hwo_one-time-secret',
        days: 7,
      },
    }),
  );
});

const list = async (who: Person, query = '') => (await world.ask(who, 'GET', `/emails${query}`)).body;
const subjects = async (who: Person, query = '') =>
  (await list(who, query)).emails.map((email: { subject: string }) => email.subject);
const ended = (service: string) => `Your trial of ${service} has ended`;

describe('the list of messages', () => {
  test('shows the account’s own, newest first, with their states', async () => {
    const body = await list(owner);
    expect(body).toMatchObject({ page: 1, rows: 20, total: 5 });
    expect(body.emails.map((email: { subject: string }) => email.subject).slice(1)).toEqual(
      ['fourth', 'third', 'second', 'first'].map(ended),
    );
    expect(body.emails[1]).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{16}$/),
      subject: ended('fourth'),
      to: 'carl@example.test',
      state: 'queued',
      createdAt: expect.any(String),
      sentAt: null,
    });
  });

  test('is cut into pages, and knows how many there are beyond the last', async () => {
    expect(await subjects(owner, '?rows=2&page=2')).toEqual(['third', 'second'].map(ended));
    expect(await list(owner, '?rows=2&page=9')).toMatchObject({ emails: [], page: 9, rows: 2, total: 5 });
  });

  test('finds by subject and by recipient, in any case', async () => {
    expect(await subjects(owner, '?search=SECOND')).toEqual([ended('second')]);
    expect(await subjects(owner, '?search=Carl@')).toEqual([ended('fourth')]);
    expect(await list(owner, '?search=foreign')).toMatchObject({ emails: [], total: 0 });
    expect(await list(owner, '?search=%25')).toMatchObject({ emails: [], total: 0 });
  });

  test('says when a message was sent', async () => {
    await world.database.ownerPool.query(
      `update emails set state = 'sent', sent_at = '2026-11-21T09:30:00Z' where subject = $1`,
      [ended('first')],
    );
    const { emails } = await list(owner, '?search=first');
    expect(emails[0]).toMatchObject({ state: 'sent', sentAt: '2026-11-21T09:30:00.000Z' });
  });
});

describe('one message', () => {
  const idOf = async (who: Person, search: string) => (await list(who, `?search=${search}`)).emails[0].id;

  test('is shown in both variants, one-time links masked and names as text', async () => {
    const { body } = await world.ask(owner, 'GET', `/emails/${await idOf(owner, 'invited')}`);
    expect(body.email.text).toContain('http://localhost:3000/invitation#••••••');
    expect(body.email.html).toContain('href="http://localhost:3000/invitation#••••••"');
    expect(body.email.html).toContain('&lt;img src=x onerror=alert(1)&gt; invites you');
    expect(body.email.html).not.toContain('<img');
    expect(JSON.stringify(body)).not.toContain('one-time-secret');
  });

  test('of another customer is not found, as one that never was', async () => {
    const foreign = await world.ask(owner, 'GET', `/emails/${await idOf(other, 'foreign')}`);
    const never = await world.ask(owner, 'GET', '/emails/never');
    for (const answer of [foreign, never]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', message: 'E-mail not found.' } });
    }
    expect((await world.ask(owner, 'GET', '/emails/NOT-AN-ID!')).status).toBe(400);
  });
});

describe('a contact', () => {
  test('with the permission sees the account’s messages', async () => {
    const contact = await world.addContact(owner.customerId, ['emails.view']);
    expect(await list(contact)).toMatchObject({ total: 5 });
  });

  test('without it sees none', async () => {
    const contact = await world.addContact(owner.customerId, ['services.view']);
    const { body } = await list(owner, '?rows=1').then(({ emails }) =>
      world.ask(contact, 'GET', `/emails/${emails[0].id}`),
    );
    expect(body.code).toBe('forbidden');
    expect((await world.ask(contact, 'GET', '/emails')).status).toBe(403);
  });
});

describe('the role of requests', () => {
  const as = (who: Person, statement: string, values: unknown[] = []) =>
    world.database.asCustomer(who.customerId, (tx) => tx.client.query(statement, values));

  test('sees no other customer’s messages', async () => {
    expect((await as(owner, 'select id from emails where customer_id = $1', [other.customerId])).rowCount).toBe(0);
    expect((await as(other, 'select id from emails')).rowCount).toBe(1);
  });

  test.each([
    ['a message to another customer', () => other.customerId],
    ['a message to nobody', () => null],
  ])('does not queue %s', async (_, customerId) => {
    const work = world.database.asCustomer(owner.customerId, (tx) =>
      queueMail(tx.db, world.settings, {
        customerId: customerId(),
        to: 'x@example.test',
        template: 'trial-ended',
        values: { name: 'Ada', service: 'x' },
      }),
    );
    await expect(work).rejects.toThrow(/row-level security/);
  });

  test.each([
    'select sealed from emails',
    'select last_error from emails',
    'select * from emails',
    `update emails set state = 'sent'`,
    'delete from emails',
    `insert into emails (id, recipient, template, subject, text_body, html_body, masked, state) values ('x', 'a@b', '', '', '', '', false, 'sent')`,
  ])('may not: %s', async (statement) => {
    await expect(as(owner, statement)).rejects.toThrow(/permission denied/);
  });
});
