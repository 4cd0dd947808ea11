import { type Soa, SoaUpdate } from '@headwater/contract/dns/domain';
import { problemsOf } from '../../../lib/form-check.ts';

export const soaTimes = ['refresh', 'retry', 'expire', 'minimum', 'ttl'] as const;
type SoaTime = (typeof soaTimes)[number];
/** What stands in the fields: one that was emptied holds the empty text. */
export type SoaValues = { rname: string } & Record<SoaTime, number | string>;

export const valuesOf = ({ rname, refresh, retry, expire, minimum, ttl }: Soa): SoaValues => ({
  rname,
  refresh,
  retry,
  expire,
  minimum,
  ttl,
});

/** What keeps the values from being saved, by field. */
export function soaProblems(values: SoaValues): Record<string, string> {
  const problems = problemsOf(SoaUpdate, { ...values, rname: values.rname.trim() });
  // An empty text would count as nought.
  for (const field of soaTimes) if (values[field] === '') problems[field] = 'Enter a number of seconds';
  return problems;
}

/** Only what differs, so that nobody's change to another field is undone. */
export function changesTo(soa: Soa, values: SoaValues) {
  const changed = soaTimes.filter((field) => Number(values[field]) !== soa[field]);
  return {
    ...(values.rname.trim() !== soa.rname && { rname: values.rname.trim() }),
    ...Object.fromEntries(changed.map((field) => [field, Number(values[field])])),
  };
}
