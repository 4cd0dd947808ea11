import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queueMail } from '../../lib/mail.ts';
import { type Person, useWorld } from '../../testing/index.ts';
import { openOutbox } from '../../testing/outbox.ts';
import { runWords } from '../../testing/run-command.ts';
import { commands } from './commands.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'headwater-mail-'));
const world = useWorld({ HEADWATER_DATA: dataFolder });
const run = (...words: string[]) => runWords(world, commands, 'mail', ...words);
let owner: Person;
beforeAll(async () => {
  owner = await world.addCustomer();
});
afterAll(() => rmSync(dataFolder, { recursive: true }));

describe('mail last', () => {
  const link = `http://localhost:3000/reset#hwo_${'long-secret='.repeat(12)}`;
  const send = openOutbox(dataFolder);
  const message = {
    messageId: 'e1@localhost',
    from: { name: 'Headwater', address: 'no-reply@localhost' },
    to: 'dana@example.test',
    subject: 'Grüße an Zoë, whose name makes this subject longer than one line of a header may be 🦆',
    text: `Hello Zoë,\n\n.dot = equals\n\nSet a new password:\n${link}\n`,
    html: '<p>Hello</p>',
  };

  test('says so while there is none, and where messages go instead', async () => {
    expect(await run('last')).toMatchObject({ code: 1, err: 'There is no message in the outbox.' });
    world.settings.smtpUrl = 'smtp://mail.example';
    const { err } = await run('last');
    world.settings.smtpUrl = null;
    expect(err).toBe('There is no message in the outbox. Messages go to the server in HEADWATER_SMTP_URL.');
  });

  test('prints the newest one with its links whole, ready to be copied', async () => {
    await send({ ...message, messageId: 'old@localhost', subject: 'Old' });
    await send(message);
    const { code, out } = await run('last');
    expect(code).toBe(0);
    expect(out.split('\n').slice(0, 2)).toEqual([`To: ${message.to}`, `Subject: ${message.subject}`]);
    expect(out).toMatch(/^Date: .*\d{4}/m);
    expect(out.endsWith(`\n\n${message.text.trimEnd()}`)).toBe(true);
  });

  test('prints the newest one to an address', async () => {
    await send({ ...message, messageId: 'e2@localhost', to: 'Eve@example.test', subject: 'For Eve' });
    await send({ ...message, messageId: 'e3@localhost', subject: 'For Dana' });
    expect((await run('last', '--to', 'eve@Example.test')).out).toContain('Subject: For Eve\n');
    expect((await run('last')).out).toContain('Subject: For Dana\n');
    expect(await run('last', '--to', 'nobody@example.test')).toMatchObject({
      code: 1,
      err: 'There is no message to nobody@example.test in the outbox.',
    });
  });

  test('does not look at what is still being written', async () => {
    await writeFile(join(dataFolder, 'outbox', '.29991231T000000000Z-e9.eml.part'), 'To: half');
    expect((await run('last')).out).toContain('Subject: For Dana\n');
  });
});

describe('the queue', () => {
  beforeEach(() => world.database.ownerPool.query('delete from emails'));
  const one = async () => (await world.database.ownerPool.query('select * from emails')).rows[0];
  const set = (text: string) => world.database.ownerPool.query(`update emails set ${text}`);
  const queue = (hasLink: boolean) =>
    queueMail(world.database.owner, world.settings, {
      customerId: owner.customerId,
      to: owner.email,
      ...(hasLink
        ? { template: 'verify-email', values: { link: 'http://localhost:3000/verify#key' } }
        : { template: 'trial-ended', values: { name: 'Ada', service: 'x' } }),
    });

  test('is listed with the reason why a message waits, and never with a link', async () => {
    expect((await run('list')).out).toBe('Every message was sent.');
    await queue(true);
    await set(`attempts = 2, last_error = '451 Not now'`);
    const { id, created_at } = await one();
    const fields = [id, 'queued', created_at.toISOString(), owner.email, 'verify-email', '2 attempts', '451 Not now'];
    expect((await run('list')).out).toBe(fields.join('\t'));
    await set(`state = 'sent', sent_at = now(), sealed = null`);
    expect((await run('list')).out).toBe('Every message was sent.');
  });

  test('sends a message that waits at once, without counting its attempts anew', async () => {
    await queue(true);
    await set(
      `attempts = 4, next_attempt_at = now() + interval '8 hours', claimed_until = now() + interval '1 minute'`,
    );
    const { id } = await one();
    expect(await run('retry', '--id', id)).toMatchObject({ code: 0, err: '' });
    const { next_attempt_at, ...rest } = await one();
    expect(next_attempt_at.getTime()).toBeLessThanOrEqual(Date.now());
    expect(rest).toMatchObject({ state: 'queued', attempts: 4, claimed_until: expect.any(Date) });
  });

  test('takes back a message that was given up, with all its attempts before it', async () => {
    await queue(false);
    await set(`state = 'failed', attempts = 12`);
    const { id } = await one();
    expect(await run('retry', '--id', id)).toMatchObject({ code: 0, err: '' });
    expect(await one()).toMatchObject({ state: 'queued', attempts: 0 });
  });

  test('takes back none whose link is gone, none that was sent, and none that never was', async () => {
    await queue(true);
    await set(`state = 'failed', sealed = null`);
    const { id } = await one();
    expect((await run('retry', '--id', id)).err).toMatch(/^Its one-time link was thrown away/);
    await set(`state = 'sent', sent_at = now()`);
    expect(await run('retry', '--id', id)).toMatchObject({ code: 1, err: 'This message was sent already.' });
    expect(await run('retry', '--id', 'never')).toMatchObject({ code: 1, err: 'There is no message never.' });
    expect((await one()).state).toBe('sent');
  });
});
