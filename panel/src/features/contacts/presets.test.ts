import { permissions } from '@headwater/contract/lib/permissions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPreset, isShutOut, summariseChoice, withServices } from './presets.ts';

const some = fc.subarray([...permissions]);

test('a preset neither gives nor takes what the person who chooses does not hold', () => {
  fc.assert(
    fc.property(some, some, some, fc.constantFrom('view', 'everything'), (value, held, offered, preset) => {
      const next = applyPreset(preset as 'view' | 'everything', { value, held }, offered);
      for (const name of permissions) {
        if (!held.includes(name)) expect(next.includes(name)).toBe(value.includes(name));
      }
    }),
  );
});

test('View only takes away what manages, and Everything is all that is offered', () => {
  const offered = ['zones.view', 'zones.manage', 'contacts'] as const;
  const held = permissions;
  expect(applyPreset('view', { value: ['zones.manage', 'contacts'], held }, offered)).toEqual(['zones.view']);
  expect(applyPreset('everything', { value: [], held }, offered)).toEqual([...offered]);
});

test('who is let into an area of services is let into services, unless that is taken away again', () => {
  const held = permissions;
  expect(withServices(['dns.view'], { value: [], held })).toEqual(['services.view', 'dns.view']);
  expect(withServices(['zones.view', 'zones.manage'], { value: ['zones.view'], held })).toContain('services.view');
  expect(withServices(['dns.view'], { value: ['services.view', 'dns.view'], held })).toEqual(['dns.view']);
  expect(withServices(['contacts'], { value: [], held })).toEqual(['contacts']);
  expect(withServices(['dns.view'], { value: [], held: ['dns.view'] })).toEqual(['dns.view']);
});

test('an area of services without a way to it is told, and only that', () => {
  expect(isShutOut(['dns.view'])).toBe(true);
  expect(isShutOut(['services.view', 'dns.view'])).toBe(false);
  expect(isShutOut(['contacts', 'emails.view'])).toBe(false);
});

test('a summary says Everything only of somebody who holds all that is offered', () => {
  const offered = ['zones.view', 'zones.manage', 'services.view'] as const;
  const summary = (...value: (typeof permissions)[number][]) => summariseChoice(value, offered, (name) => `<${name}>`);
  expect(summary()).toBe('None');
  expect(summary(...offered, 'invoices')).toBe('Everything');
  expect(summary('zones.view', 'services.view')).toBe('View only');
  expect(summary('zones.view')).toBe('<zones.view>');
  expect(summary('zones.view', 'zones.manage')).toBe('<zones.view>, <zones.manage>');
});
