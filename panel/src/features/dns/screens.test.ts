import { expect, test } from 'vitest';
import { touches } from '../../lib/events.ts';
import { topics } from './screens.ts';

const base = '/services/:serviceId/dns/domains';
const list = [base, { params: { serviceId: 1 } }];
const partOf = (domainId: string, part: string) => [`${base}/:domainId${part}`, { params: { serviceId: 1, domainId } }];
const keys = [list, partOf('a', ''), partOf('a', '/records'), partOf('a', '/statistics/daily'), partOf('b', '')];

test('a domain that changed concerns its own parts and the list, not its statistics and not other domains', () => {
  const event = { topic: 'dns', serviceId: 1, id: 'a' };
  expect(keys.map((key) => touches(event, key, [topics]))).toEqual([true, true, true, false, false]);
});

test('new queries concern statistics, and the list that shows their sum', () => {
  const event = { topic: 'dns-statistics', serviceId: 1, id: 'a' };
  expect(keys.map((key) => touches(event, key, [topics]))).toEqual([true, false, false, true, false]);
});
