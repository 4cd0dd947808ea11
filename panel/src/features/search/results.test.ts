import { expect, test } from 'vitest';
import { type Found, groupsOf } from './results.ts';

const entry = { id: '1', name: 'One', desc: '<mark>o</mark>ne', link: '/1/one' };
const icon = () => null;

test('groups stand in the registered order, unknown ones last, empty ones not at all', () => {
  const found: Found = { Invoices: [entry], 'Live Streams': [entry], 'Push Zones': [], 'Pull Zones': [entry] };
  const known = [
    { name: 'Pull Zones', icon, order: 10 },
    { name: 'Live Streams', icon, order: 30 },
  ];
  expect(groupsOf(found, known).map(({ name }) => name)).toEqual(['Pull Zones', 'Live Streams', 'Invoices']);
  expect(groupsOf(found, known)[0]?.hits).toEqual([{ ...entry, category: 'Pull Zones' }]);
});
