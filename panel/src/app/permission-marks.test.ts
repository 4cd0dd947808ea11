import { isPermission, type Route, type Routes } from '@headwater/contract/lib/route';
import { expect, test } from 'vitest';
import { registered } from '../lib/registered.ts';
import './menus.ts';

const modules = Object.values(import.meta.glob<object>('../../../contract/src/*/routes.ts', { eager: true }));
const tables = modules.flatMap((module) => Object.entries(module).filter(([name]) => name.endsWith('Routes')));
const routes = tables.flatMap(([, table]) => Object.values<Route>(table as Routes));
const offered = registered.permissions.flatMap(({ permissions }) => permissions);

const needing = (name: string) => routes.filter(({ access }) => isPermission(access) && access === name);

test('every permission that is offered opens something', () => {
  expect(offered.length).toBeGreaterThan(0);
  for (const { name } of offered) expect(needing(name), name).not.toEqual([]);
});

test('a permission is offered for keys in so far as keys may make its calls', () => {
  for (const { name, forKeys } of offered) {
    const forPeople = needing(name).filter(({ people }) => people).length;
    const mark = forKeys === null ? 'none' : forKeys === undefined ? 'all' : 'some';
    expect([name, mark]).toEqual([
      name,
      forPeople === 0 ? 'all' : forPeople === needing(name).length ? 'none' : 'some',
    ]);
  }
});

test('account-wide is what a key that is limited to services cannot use at all', () => {
  for (const { name, accountWide = false } of offered) {
    const useful = needing(name).some(({ path, narrowed }) => narrowed || path.startsWith('/services/:serviceId'));
    expect([name, accountWide]).toEqual([name, !useful]);
  }
});
