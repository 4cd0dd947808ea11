import { expect, test } from 'vitest';
import { filterOf, isFiltered, readActivitySearch } from './activity-search.ts';

test('what makes no sense in the address is left out', () => {
  const nonsense = {
    scope: 'all',
    actor: 'nobody',
    type: ' ',
    search: '',
    from: 'yesterday',
    to: '2026-13-40',
    page: 0,
  };
  expect(readActivitySearch(nonsense)).toEqual({});
  const sense = { scope: 'service', actor: 'key', type: 'zone', search: 4711, from: '2026-11-01', page: '3' };
  expect(readActivitySearch(sense)).toEqual({ ...sense, search: '4711', page: 3 });
});

test('the last day is asked for as a whole, where the person is', () => {
  const { from = '', to = '' } = filterOf({ from: '2026-11-20', to: '2026-11-21' }, 1001);
  expect(new Date(from)).toEqual(new Date('2026-11-20T00:00:00'));
  expect(new Date(to)).toEqual(new Date('2026-11-22T00:00:00'));
});

test('only the scope «this service» narrows to the service', () => {
  expect(filterOf({ scope: 'service' }, 1001)).toEqual({ serviceId: 1001 });
  expect(filterOf({}, 1001)).toEqual({});
});

test('a page is no filter', () => {
  expect(isFiltered({ page: 2 })).toBe(false);
  expect(isFiltered({ page: 2, actor: 'key' })).toBe(true);
});
