import { NewApiKey } from '@headwater/contract/api-keys/schema';
import type { Permission } from '@headwater/contract/lib/permissions';
import { problemsOf } from '../../lib/form-check.ts';
import { registered } from '../../lib/registered.ts';
import { isAccountWide } from './key-permissions.ts';

export const expiries = ['30', '90', '365', 'never', 'date'] as const;

/** What stands in the form of a new key. */
export type KeyValues = {
  name: string;
  permissions: Permission[];
  /** The whole account, or the services that are chosen. */
  reach: 'account' | 'services';
  services: number[];
  /** One address or range a line; nothing for any. */
  addresses: string;
  /** Days, or how else its end is given. */
  expiry: (typeof expiries)[number];
  /** The last day, when that is chosen: `2026-12-24`. */
  date: string;
};

export const blankKey: KeyValues = {
  name: '',
  permissions: [],
  reach: 'account',
  services: [],
  addresses: '',
  expiry: '90',
  date: '',
};

export const rangesOf = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((range) => range !== ''))];

/** When a key ends: with its last day, where the person is. Undefined when no day was chosen. */
function endOf({ expiry, date }: KeyValues, now: number): string | null | undefined {
  if (expiry === 'never') return null;
  const end = expiry === 'date' ? new Date(`${date}T00:00:00`) : new Date(now);
  if (Number.isNaN(end.getTime())) return undefined;
  if (expiry !== 'date') end.setDate(end.getDate() + Number(expiry));
  end.setHours(23, 59, 59, 0);
  return end.toISOString();
}

/** What the key may do: a limit to services leaves out what concerns the whole account. */
export const permissionsOf = ({ permissions, reach }: Pick<KeyValues, 'permissions' | 'reach'>): Permission[] =>
  reach === 'account' ? permissions : permissions.filter((name) => !isAccountWide(registered.permissions, name));

/** The key that the values ask for. */
export function keyOf(values: KeyValues, now: number): NewApiKey {
  const ranges = rangesOf(values.addresses);
  return {
    name: values.name,
    permissions: permissionsOf(values),
    services: values.reach === 'account' ? null : values.services,
    addresses: ranges.length === 0 ? null : ranges,
    expiresAt: endOf(values, now) ?? null,
  };
}

/** What keeps the values from being sent, by field of the form. */
export function keyProblems(values: KeyValues, now: number): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [path, words] of Object.entries(problemsOf(NewApiKey, keyOf(values, now)))) {
    const [field = '', index] = path.split('.');
    const range = field === 'addresses' && index !== undefined ? rangesOf(values.addresses)[Number(index)] : undefined;
    problems[field] ??= range === undefined ? words : `${range}: ${words}`;
  }
  const end = endOf(values, now);
  if (end === undefined) problems.expiresAt = 'Choose a day';
  else if (end !== null && Date.parse(end) <= now) problems.expiresAt = 'Choose a day that is not over';
  return problems;
}
