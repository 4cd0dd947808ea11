import { expect, test } from 'vitest';
import { readZoneSearch, readZonesSearch } from './zone-search.ts';

test('an address keeps what makes sense and drops the rest', () => {
  expect(readZonesSearch({ page: '3', search: 42, sort: 'requests', order: 'desc', deleted: 1, extra: 'x' })).toEqual({
    page: 3,
    search: '42',
    sort: 'requests',
    order: 'desc',
    deleted: 1,
  });
  expect(readZonesSearch({ deleted: '1', create: '1' })).toEqual({ deleted: 1, create: 1 });
  expect(readZonesSearch({ page: '-1', search: '  ', sort: 'colour', order: 'up', deleted: '0' })).toEqual({});
});

test('a zone opens on a tab that exists', () => {
  expect(readZoneSearch({ tab: 'purge', range: '7d', page: 2 })).toEqual({ tab: 'purge', range: '7d', page: 2 });
  expect(readZoneSearch({ tab: 'secrets', range: '9y' })).toEqual({});
});
