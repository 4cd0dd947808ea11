import { type Soa, SoaUpdate } from '@headwater/contract/dns/domain';
import { problemsOf } from '../../../lib/form-check.ts';

export const soaTimes = ['refresh', 'retry', 'expire', 'minimum', 'ttl'] as const;
type SoaTime = (typeof soaTimes)[number];
/** What stands in the fields, as it was typed. */
export type SoaValues = { rname: string } & Record<SoaTime, string>;

export const valuesOf = ({ rname, refresh, retry, expire, minimum, ttl }: Soa): SoaValues => ({
  rname,
  refresh: String(refresh),
  retry: String(retry),
  expire: String(expire),
  minimum: String(minimum),
  ttl: String(ttl),
});

export const isSeconds = (text: string): boolean => /^\d{1,9}$/.test(text.trim());

/** What keeps the values from being saved, by field. */
export function soaProblems(values: SoaValues): Record<string, string> {
  const problems = problemsOf(SoaUpdate, { ...values, rname: values.rname.trim() });
  // An empty text would count as nought, and 1e4 as ten thousand.
  for (const field of soaTimes) if (!isSeconds(values[field])) problems[field] = 'Enter a number of seconds';
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
