import { type Permission, permissions } from '@headwater/contract/lib/permissions';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '../../lib/problem.ts';
import { refuseMightier, refuseUnheld } from './grants.ts';

const some = fc.subarray([...permissions]).map((names) => new Set<Permission>(names));
const refusal = (rule: () => void): Problem | null => {
  try {
    rule();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

describe('nobody grants or takes what they do not hold', () => {
  test('a change is allowed exactly when each permission that differs is held', () => {
    fc.assert(
      fc.property(some, some, some, (held, before, after) => {
        const refused = refusal(() => refuseUnheld({ permissions: held }, before, after));
        const unheld = permissions.filter((name) => before.has(name) !== after.has(name) && !held.has(name));
        expect(refused === null).toBe(unheld.length === 0);
        if (!refused) return;
        expect(refused.code).toBe('not_held');
        expect(refused.errors).toMatchObject([{ field: 'permissions' }]);
        for (const name of permissions) expect(refused.message.includes(name)).toBe(unheld.includes(name));
      }),
    );
  });

  test('whatever changes are allowed, what the caller lacks stays as it was', () => {
    fc.assert(
      fc.property(some, some, fc.array(some, { maxLength: 8 }), (held, start, wishes) => {
        let now = start;
        for (const wish of wishes) if (!refusal(() => refuseUnheld({ permissions: held }, now, wish))) now = wish;
        for (const name of permissions) if (!held.has(name)) expect(now.has(name)).toBe(start.has(name));
      }),
    );
  });

  test('who holds everything may change everything, who holds nothing may change nothing', () => {
    fc.assert(
      fc.property(some, some, (before, after) => {
        expect(refusal(() => refuseUnheld({ permissions: new Set(permissions) }, before, after))).toBeNull();
        const same = permissions.every((name) => before.has(name) === after.has(name));
        expect(refusal(() => refuseUnheld({ permissions: new Set() }, before, after)) === null).toBe(same);
      }),
    );
  });
});

test('a contact is shut out only by those who hold all that they hold', () => {
  fc.assert(
    fc.property(some, some, (held, theirs) => {
      const refused = refusal(() => refuseMightier({ permissions: held }, theirs));
      expect(refused?.code ?? null).toBe([...theirs].every((name) => held.has(name)) ? null : 'not_held');
    }),
  );
});
