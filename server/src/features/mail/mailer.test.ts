import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Listener } from '../../lib/listen.ts';
import { type Mail, mailChannel, queueMail } from '../../lib/mail.ts';
import { type Person, useWorld } from '../../testing/index.ts';
import { startMailServer, type TestMail } from '../../testing/smtp.ts';
import { startMailer } from './mailer.ts';
import { claimDue } from './queue.ts';
import type { SendMail } from './send-mail.ts';

const world = useWorld();
const link = 'http://localhost:3000/reset#hwo_one-time-secret';
let owner: Person;
let server: TestMail;
let listener: Listener;
const mailers: { stop: () => Promise<void> }[] = [];
const start = (transport: SendMail = server.transport) => {
  const mailer = startMailer({ database: world.database, settings: world.settings, transport, listener });
  mailers.push(mailer);
  return mailer;
};

beforeAll(async () => {
  owner = await world.addCustomer();
  server = await startMailServer();
  listener = new Listener(world.settings.databaseUrl);
  await listener.start([mailChannel]);
});
afterAll(() => Promise.all([server.close(), listener.close()]));
beforeEach(async () => {
  server.received.length = 0;
  server.refuse.length = 0;
  server.before = async () => {};
  await world.database.ownerPool.query('delete from emails');
});
afterEach(async () => {
  await Promise.all(mailers.splice(0).map((mailer) => mailer.stop()));
});

const resetMail = (to = owner.email, name = 'Ada Owner'): Mail => ({
  customerId: owner.customerId,
  userId: owner.userId,
  to,
  template: 'reset-password',
  values: { name, link, minutes: 60 },
});
const queue = (mail: Mail = resetMail()) =>
  world.database.asCustomer(owner.customerId, (tx) => queueMail(tx.db, world.settings, mail));
const row = async () => (await world.database.ownerPool.query('select * from emails')).rows[0];
const makeDue = () => world.database.ownerPool.query('update emails set next_attempt_at = now(), claimed_until = null');
const until = (look: () => void | Promise<void>) => vi.waitFor(look, { timeout: 8000, interval: 20 });
const inState = (state: string) => until(async () => expect((await row())?.state).toBe(state));

describe('a queued message', () => {
  test('is sent by the worker, not by the request, as soon as it is committed', async () => {
    await queue();
    expect(server.received).toHaveLength(0);
    expect(await row()).toMatchObject({ state: 'queued', attempts: 0, sent_at: null });
    start();
    await inState('sent');
    await world.database.ownerPool.query('delete from emails');
    // Well before the worker looks by itself.
    await queue(resetMail('second@example.test'));
    await inState('sent');
    expect(server.received.map(({ to }) => to)).toEqual([[owner.email], ['second@example.test']]);
  });

  test('is not sent when its transaction is undone', async () => {
    start();
    const work = world.database.asCustomer(owner.customerId, async (tx) => {
      await queueMail(tx.db, world.settings, resetMail('undone@example.test'));
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    await queue();
    await inState('sent');
    expect(server.received.map(({ to }) => to)).toEqual([[owner.email]]);
  });

  test('arrives with its one-time link, of which nothing is kept', async () => {
    await queue();
    const waiting = await row();
    expect(JSON.stringify({ ...waiting, sealed: waiting.sealed.toString('latin1') })).not.toContain('one-time-secret');
    start();
    await inState('sent');
    const [mail] = server.received;
    expect(mail!.text).toContain(`Set a new password:\n${link}\n`);
    expect(mail!.text).not.toContain('•');
    const sent = await row();
    expect(sent).toMatchObject({ sealed: null, masked: true, sent_at: expect.any(Date), last_error: null });
    expect(sent.text_body.trimEnd()).toBe(mail!.text.trimEnd().replace('#hwo_one-time-secret', '#••••••'));
    expect(JSON.stringify(sent)).not.toContain('one-time-secret');
  });

  test('carries an id made from its own, from the provider’s sender', async () => {
    await queue();
    start();
    await inState('sent');
    expect(server.received[0]!.messageId).toBe(`<${(await row()).id}@localhost>`);
    expect(server.received[0]!.raw).toMatch(/^From: Headwater <no-reply@localhost>\r$/m);
  });

  test('shows names as text, and takes no header from them', async () => {
    const evil = '<img src=x onerror=alert(1)>\r\nBcc: eve@evil.example\r\n\r\nHello';
    await queue({
      customerId: owner.customerId,
      to: owner.email,
      template: 'contact-invitation',
      values: { name: evil, inviter: evil, account: evil, link, days: 7 },
    });
    start();
    await inState('sent');
    const [mail] = server.received;
    expect(mail!.to).toEqual([owner.email]);
    expect(mail!.raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
    expect(mail!.subject).toContain('<img src=x onerror=alert(1)> Bcc: eve@evil.example Hello invites you');
    expect(mail!.raw.split('Content-Type: text/html')[1]!.replace(/=\r\n/g, '')).not.toMatch(/<img/);
    expect((await row()).html_body).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});

describe('a message that the server', () => {
  const dueInS = async () => ((await row()).next_attempt_at.getTime() - Date.now()) / 1000;

  test('puts off waits a minute, then twice as long, and is sent when the server takes it', async () => {
    server.refuse.push(451, 451);
    await queue();
    start();
    await until(async () => expect(await row()).toMatchObject({ state: 'queued', attempts: 1, claimed_until: null }));
    expect((await row()).last_error).toContain('451 Not now');
    expect(await dueInS()).toBeGreaterThan(50);
    expect(await dueInS()).toBeLessThan(76);
    await makeDue();
    start();
    await until(async () => expect(await row()).toMatchObject({ attempts: 2, claimed_until: null }));
    expect(await dueInS()).toBeGreaterThan(110);
    expect(await dueInS()).toBeLessThan(151);
    await makeDue();
    start();
    await inState('sent');
    expect(server.received).toHaveLength(1);
    expect(server.received[0]!.text).toContain(link);
    expect(await row()).toMatchObject({ attempts: 3, last_error: null });
  });

  test('refuses is given up at once, and its link thrown away', async () => {
    server.refuse.push(550);
    await queue();
    start();
    await inState('failed');
    expect(await row()).toMatchObject({ attempts: 1, sealed: null, sent_at: null });
    expect((await row()).last_error).toContain('550 Not now');
    expect(server.received).toHaveLength(0);
  });

  test('puts off for a day and a half is given up', async () => {
    server.refuse.push(451);
    await queue();
    await world.database.ownerPool.query('update emails set attempts = 11');
    start();
    await inState('failed');
    expect(await row()).toMatchObject({ attempts: 12, sealed: null });
  });

  test('cannot be reached for waits, and holds up no other', async () => {
    await queue(resetMail('lost@example.test'));
    await queue(resetMail('found@example.test'));
    start(async (message) => {
      if (message.to === 'lost@example.test') throw new Error('connect ECONNREFUSED');
      return server.transport(message);
    });
    await until(async () => {
      const { rows } = await world.database.ownerPool.query(
        'select recipient, state, last_error from emails order by 1',
      );
      expect(rows).toEqual([
        { recipient: 'found@example.test', state: 'sent', last_error: null },
        { recipient: 'lost@example.test', state: 'queued', last_error: 'connect ECONNREFUSED' },
      ]);
    });
  });
});

describe('workers', () => {
  test('share the queue: each message is sent once, many at a time', async () => {
    const people = Array.from({ length: 40 }, (_, n) => `p${n}@example.test`);
    await Promise.all(people.map((to) => queue(resetMail(to))));
    for (let n = 0; n < 4; n++) start();
    await until(() => expect(server.received.length).toBeGreaterThanOrEqual(40));
    await Promise.all(mailers.splice(0).map((mailer) => mailer.stop()));
    expect(server.received).toHaveLength(40);
    expect(new Set(server.received.map(({ to }) => to[0]))).toEqual(new Set(people));
    const { rows } = await world.database.ownerPool.query('select distinct state, attempts from emails');
    expect(rows).toEqual([{ state: 'sent', attempts: 1 }]);
  });

  test('neither wait for nor take what another one is about to claim', async () => {
    await queue();
    await queue(resetMail('free@example.test'));
    const other = await world.database.ownerPool.connect();
    try {
      await other.query('begin');
      await other.query(
        `update emails set attempts = 1, claimed_until = now() + interval '5 minutes' where recipient <> 'free@example.test'`,
      );
      expect((await claimDue(world.database, 5)).map((mail) => mail.recipient)).toEqual(['free@example.test']);
    } finally {
      await other.query('commit');
      other.release();
    }
    expect(await claimDue(world.database, 5)).toEqual([]);
  });

  test('leave alone what another one is sending, however slow', async () => {
    let release: (() => void) | undefined;
    server.before = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    await queue();
    const slow = start();
    await until(() => expect(release).toBeDefined());
    let taken = 0;
    const other = start(async () => {
      taken += 1;
    });
    await queue(resetMail('other@example.test'));
    await until(() => expect(taken).toBe(1));
    await other.stop();
    release!();
    await slow.stop();
    expect(taken).toBe(1);
    expect(server.received.map(({ to }) => to)).toEqual([[owner.email]]);
    const { rows } = await world.database.ownerPool.query('select distinct state from emails');
    expect(rows).toEqual([{ state: 'sent' }]);
  });

  test('take over from one that died after it claimed, under the same message id', async () => {
    await queue();
    let died = '';
    // As of a process that is killed: it never comes back from sending.
    const dead = startMailer({
      database: world.database,
      settings: world.settings,
      listener,
      transport: (message) => {
        died = message.messageId;
        return new Promise(() => {});
      },
    });
    await until(() => expect(died).not.toBe(''));
    const claimedForS = ((await row()).claimed_until.getTime() - Date.now()) / 1000;
    expect(claimedForS).toBeGreaterThan(240);
    await makeDue();
    start();
    await inState('sent');
    expect(server.received.map((mail) => mail.messageId)).toEqual([`<${died}>`]);
    void dead.stop();
  });

  test('that were taken over from no longer say how it went', async () => {
    await queue();
    let fail = (_: Error) => {};
    const late = start(
      () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    );
    await until(async () => expect((await row()).attempts).toBe(1));
    await makeDue();
    start();
    await inState('sent');
    fail(Object.assign(new Error('too late'), { permanent: true }));
    await late.stop();
    expect(await row()).toMatchObject({ state: 'sent', attempts: 2, last_error: null });
  });

  test('keep a message whose link they cannot unseal', async () => {
    await queue();
    await world.database.ownerPool.query(`update emails set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1)`);
    start();
    await until(async () => expect((await row()).last_error).toContain('cannot be unsealed'));
    expect(await row()).toMatchObject({ state: 'queued', attempts: 1 });
    expect(server.received).toHaveLength(0);
  });

  test('finish what they began when they are stopped', async () => {
    await queue();
    let begun = false;
    const mailer = start(async (message) => {
      begun = true;
      await server.transport(message);
    });
    await until(() => expect(begun).toBe(true));
    await mailer.stop();
    expect(await row()).toMatchObject({ state: 'sent' });
  });
});
