import { expect, test } from 'vitest';
import { registered } from '../../lib/registered.ts';
import { blankKey, type KeyValues, keyOf, keyProblems } from './key-form.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const filled: KeyValues = { ...blankKey, name: 'Deploy', permissions: ['zones.view'] };

test('a key without limits is for the whole account, from anywhere, for ninety days', () => {
  expect(keyOf(filled, now)).toEqual({
    name: 'Deploy',
    permissions: ['zones.view'],
    services: null,
    addresses: null,
    expiresAt: new Date('2027-02-19T23:59:59').toISOString(),
  });
  expect(keyProblems(filled, now)).toEqual({});
});

test('addresses are the lines, each once, and a wrong one is named', () => {
  const values = { ...filled, addresses: ' 203.0.113.0/24 \r\n\n2001:db8::/32\n203.0.113.0/24' };
  expect(keyOf(values, now).addresses).toEqual(['203.0.113.0/24', '2001:db8::/32']);
  expect(keyProblems({ ...values, addresses: '203.0.113.1\n203.0.113.300' }, now)).toEqual({
    addresses: '203.0.113.300: Enter an address or a range such as 203.0.113.0/24',
  });
});

test('chosen services must be chosen: an empty choice is never all of them', () => {
  const values: KeyValues = { ...filled, reach: 'services' };
  expect(keyOf(values, now).services).toEqual([]);
  expect(keyProblems(values, now)).toEqual({ services: 'Choose at least one service' });
  expect(keyProblems({ ...values, services: [1001] }, now)).toEqual({});
});

test('a key never ends only when that was chosen', () => {
  expect(keyOf({ ...filled, expiry: 'never' }, now).expiresAt).toBeNull();
  expect(keyProblems({ ...filled, expiry: 'date', date: '' }, now)).toEqual({ expiresAt: 'Choose a day' });
  expect(keyProblems({ ...filled, expiry: 'date', date: '2026-11-20' }, now)).toEqual({
    expiresAt: 'Choose a day that is not over',
  });
  const lastDay = keyOf({ ...filled, expiry: 'date', date: '2026-11-21' }, now).expiresAt ?? '';
  expect(Date.parse(lastDay)).toBe(new Date('2026-11-21T23:59:59').getTime());
});

test('the same values ask for the same key a moment later, so that a repeated request is seen as one', () => {
  expect(keyOf(filled, now + 5000)).toEqual(keyOf(filled, now));
});

test('what is missing is said on its field', () => {
  expect(keyProblems(blankKey, now)).toEqual({ name: 'Enter a name', permissions: 'Choose at least one permission' });
});

test('a limit to services leaves out what concerns the whole account', () => {
  const words = { description: '' };
  registered.permissions = [
    {
      label: 'All',
      order: 1,
      permissions: [
        { name: 'zones.view', label: 'View zones', ...words },
        { name: 'activity.view', label: 'View the activity log', accountWide: true, ...words },
      ],
    },
  ];
  const values: KeyValues = { ...filled, permissions: ['zones.view', 'activity.view'], services: [1001] };
  expect(keyOf(values, now).permissions).toEqual(['zones.view', 'activity.view']);
  expect(keyOf({ ...values, reach: 'services' }, now).permissions).toEqual(['zones.view']);
});
