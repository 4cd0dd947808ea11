import { zoneRoutes } from '@headwater/contract/zones/routes';
import { expect, test } from 'vitest';
import { lightSource } from './light-contract.ts';

test('the browser receives method, path and access of every route, and no schema', () => {
  const source = lightSource({ zoneRoutes, helper: () => 1, table: { not: 'a route' } });
  const light = JSON.parse(source.replace(/^export const zoneRoutes = /, '').replace(/;$/, ''));
  expect(Object.keys(light)).toEqual(Object.keys(zoneRoutes));
  expect(light.purgeZone).toEqual({
    method: 'POST',
    path: '/services/:serviceId/zones/:mode/:type/:zoneId/purge',
    access: 'zones.manage',
  });
});
