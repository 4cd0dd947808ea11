import { beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '../../lib/secret.ts';
import { type Person, useWorld } from '../../testing/index.ts';
import { addZone } from '../../testing/zones.ts';
import { sweepTickets } from './tickets.ts';

const world = useWorld();
let owner: Person & { serviceId: number };
beforeEach(async () => {
  owner = await world.addCustomer();
  await addZone(world, owner);
});

const run = (text: string, values: unknown[]) => world.database.ownerPool.query(text, values);
const ticketOf = async (who: Person | string): Promise<string> => {
  const { status, body } = await world.ask(who, 'POST', '/activity-log/ticket', {});
  expect(status).toBe(201);
  return body.ticket.url;
};
const open = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });

const neverWas = `/api/v1/downloads/hwd_${'a'.repeat(43)}`;
const expectDead = async (url: string) => {
  const plain = ({ statusCode, body }: { statusCode: number; body: string }) => ({
    statusCode,
    body: { ...JSON.parse(body), requestId: '' },
  });
  const answer = plain(await open(url));
  expect(answer).toMatchObject({ statusCode: 404, body: { code: 'not_found' } });
  expect(answer).toEqual(plain(await open(neverWas)));
};

describe('a ticket', () => {
  test('is opened without a token, several times, by nobody’s cache, and never shown inside a page', async () => {
    const url = await ticketOf(owner);
    for (let turn = 0; turn < 2; turn++) {
      const { statusCode, headers, body, rawPayload } = await open(url);
      expect(statusCode).toBe(200);
      expect(body).toContain('zone.created');
      expect(headers).toMatchObject({
        'content-length': String(rawPayload.length),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        'content-disposition': expect.stringMatching(/^attachment; /),
      });
    }
  });

  test('lasts ten minutes, and is kept as its hash alone', async () => {
    const { body } = await world.ask(owner, 'POST', '/activity-log/ticket', {});
    const { url, expiresAt } = body.ticket;
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(595_000);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(600_000);
    const token = url.split('/').at(-1);
    const { rows } = await run('select t.*, t::text as text from download_tickets t where token_hash = $1', [
      hashToken(token),
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].text).not.toContain(token.slice(4));

    await run('update download_tickets set expires_at = now() where token_hash = $1', [hashToken(token)]);
    await expectDead(url);
    await sweepTickets(world.database);
    expect((await run('select from download_tickets where token_hash = $1', [hashToken(token)])).rowCount).toBe(0);
  });

  test('that is swept takes no other with it', async () => {
    const url = await ticketOf(owner);
    await sweepTickets(world.database);
    expect((await open(url)).statusCode).toBe(200);
  });

  test('is dead once its session has ended, and that of another session lives on', async () => {
    const contact = await world.addContact(owner.customerId, ['activity.view']);
    const [mine, theirs] = [await ticketOf(owner), await ticketOf(contact)];
    await world.ask(contact, 'POST', '/auth/logout');
    await expectDead(theirs);
    expect((await open(mine)).statusCode).toBe(200);
  });

  test.each([
    ['its session has expired', `update sessions set expires_at = now() where user_id = $1`],
    ['its person is suspended', `update users set suspended = true where id = $1`],
    ['its person may no longer see the thing', `update users set permissions = '{zones.view}' where id = $1`],
    ['its person is gone', `delete from users where id = $1`],
    [
      'the account is no longer verified',
      `update users set email_verified = false where is_owner and customer_id = (select customer_id from users where id = $1)`,
    ],
  ])('is dead once %s', async (_, change) => {
    const contact = await world.addContact(owner.customerId, ['activity.view']);
    const url = await ticketOf(contact);
    expect((await open(url)).statusCode).toBe(200);
    await run(change, [contact.userId]);
    await expectDead(url);
  });

  test.each([
    ['revoked', `update api_keys set revoked_at = now() where id = $1`],
    ['expired', `update api_keys set expires_at = now() where id = $1`],
    ['for other addresses', `update api_keys set addresses = '{203.0.113.0/24}' where id = $1`],
    ['without the permission', `update api_keys set permissions = '{zones.view}' where id = $1`],
    [
      'of a person who is suspended',
      `update users set suspended = true where id = (select user_id from api_keys where id = $1)`,
    ],
  ])('of a key is dead once the key is %s', async (_, change) => {
    const contact = await world.addContact(owner.customerId, ['activity.view']);
    const key = await world.addKey(contact);
    const url = await ticketOf(key.token);
    expect((await open(url)).statusCode).toBe(200);
    await run(change, [key.id]);
    await expectDead(url);
  });

  test('shows its own account only', async () => {
    const other = await world.addCustomer();
    const { body } = await open(await ticketOf(other));
    expect(body).not.toContain('zone.created');
  });

  test.each(['hwd_', 'x', `hws_${'a'.repeat(43)}`, '%00', '..%2f..%2fetc', 'x'.repeat(100)])(
    'that is none (%s) is answered like one that never was',
    async (ticket) => {
      await expectDead(`/api/v1/downloads/${ticket}`);
    },
  );
});

describe('a part of a download', () => {
  test('is answered with its place in the whole, and parts join to the whole', async () => {
    const url = await ticketOf(owner);
    const { rawPayload: whole } = await open(url);
    const first = await open(url, { range: 'bytes=0-99' });
    const rest = await open(url, { range: 'bytes=100-', 'if-range': String(first.headers.etag) });
    expect([first.statusCode, rest.statusCode]).toEqual([206, 206]);
    expect(first.headers).toMatchObject({
      'content-range': `bytes 0-99/${whole.length}`,
      'content-length': '100',
      'content-disposition': expect.stringMatching(/^attachment; /),
    });
    expect(rest.headers['content-range']).toBe(`bytes 100-${whole.length - 1}/${whole.length}`);
    expect(Buffer.concat([first.rawPayload, rest.rawPayload])).toEqual(whole);
    const last = await open(url, { range: 'bytes=-10' });
    expect(last.rawPayload).toEqual(whole.subarray(-10));
  });

  test('of another version is not joined: the whole is sent', async () => {
    const url = await ticketOf(owner);
    const { statusCode, headers } = await open(url, { range: 'bytes=0-9', 'if-range': '"other"' });
    expect(statusCode).toBe(200);
    expect(headers['content-range']).toBeUndefined();
  });

  test('beyond the end is refused with the length of the whole', async () => {
    const url = await ticketOf(owner);
    const { rawPayload } = await open(url);
    const { statusCode, headers, body } = await open(url, { range: `bytes=${rawPayload.length}-` });
    expect(statusCode).toBe(416);
    expect(headers['content-range']).toBe(`bytes */${rawPayload.length}`);
    expect(JSON.parse(body)).toMatchObject({ result: 'error', code: 'range_not_satisfiable' });
  });
});
