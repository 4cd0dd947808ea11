import type { Zone } from '@headwater/contract/zones/schema';
import { expect, test } from 'vitest';
import { changesTo, originProblems, valuesOf } from './origin-form.ts';

const zone = {
  name: 'Shop',
  origin: 'https://shop.test',
  settings: { hostHeader: null, edgeTtlSeconds: null, queryString: 'keep', staleIfErrorSeconds: 0 },
} as Zone;

test('an untouched form changes nothing', () => expect(changesTo(zone, valuesOf(zone))).toBeNull());

test('only what differs is sent', () => {
  const values = valuesOf(zone);
  const settings = { ...values.settings, hostHeader: 'www.shop.test', edgeTtlSeconds: 600 };
  expect(changesTo(zone, { ...values, settings })).toEqual({ settings: { hostHeader: 'www.shop.test' } });
  expect(changesTo(zone, { ...values, ttl: 'fixed', settings })).toEqual({
    settings: { hostHeader: 'www.shop.test', edgeTtlSeconds: 600 },
  });
});

test('an emptied figure is asked for in words', () => {
  const values = valuesOf(zone);
  const emptied = { ...values, ttl: 'fixed' as const, settings: { ...values.settings, edgeTtlSeconds: '' } };
  expect(originProblems(emptied)).toEqual({ 'settings.edgeTtlSeconds': 'Enter whole seconds' });
});

test('the contract’s own sentences stand at their fields', () => {
  const problems = originProblems({ ...valuesOf(zone), name: ' ', origin: 'shop.test' });
  expect(problems.name).toBe('Enter a name');
  expect(problems.origin).toContain('must start with http');
});
