import { expect, test } from 'vitest';
import { planMail, providerOf, providers } from './mail-providers.ts';

const entry = (record: string, priority: number, host = '@') => ({
  id: `${host} ${record}`,
  host,
  record,
  priority,
  ttl: '3600',
  status: 1 as const,
});
const fastmail = providers.find(({ id }) => id === 'fastmail')!.servers('a.example');

test('a provider replaces the servers before it, keeps what is right already and leaves other names alone', () => {
  const old = entry('mail.a.example.', 10);
  const right = entry('in1-smtp.messagingengine.com.', 99);
  const below = entry('mail.a.example.', 10, 'lists');
  expect(planMail([old, right, below], fastmail)).toEqual({
    add: [{ record: 'in2-smtp.messagingengine.com.', priority: 20 }],
    change: [{ entry: right, priority: 10 }],
    remove: [old],
    removeFirst: false,
  });
});

test('no mail stands alone: what was there goes first, and it goes before what comes', () => {
  expect(planMail([entry('mail.a.example.', 10)], [{ record: '.', priority: 0 }]).removeFirst).toBe(true);
  expect(planMail([entry('.', 0)], fastmail).removeFirst).toBe(true);
});

test('the name at Microsoft is made of the domain', () => {
  const [server] = providers.find(({ id }) => id === 'microsoft')!.servers('shop.a.example');
  expect(server?.record).toBe('shop-a-example.mail.protection.outlook.com.');
});

test('the provider is known by its servers', () => {
  expect(
    providerOf(
      fastmail.map(({ record, priority }) => entry(record, priority)),
      'a.example',
    )?.id,
  ).toBe('fastmail');
  expect(providerOf([entry('mx.other.example.', 10)], 'a.example')).toBeUndefined();
  expect(providerOf([], 'a.example')).toBeUndefined();
});
