import { type Soa, SoaUpdate } from '@headwater/contract/dns/domain';
import { toMailbox } from '@headwater/contract/dns/mailbox';
import type { ParsedZone } from './parse.ts';

export type SoaPlan = {
  line: number;
  action: 'change' | 'keep' | 'skip';
  /** Its data as the file has it, without what is ours: name server and serial. */
  record: string;
  ttl: number;
  change: Partial<Omit<Soa, 'mname' | 'serial'>>;
  /** What changes, and why not all of it does. */
  reason: string;
};

const fields = ['rname', 'refresh', 'retry', 'expire', 'minimum', 'ttl'] as const;
const words = {
  rname: 'mailbox',
  refresh: 'refresh',
  retry: 'retry',
  expire: 'expire',
  minimum: 'minimum',
  ttl: 'TTL',
};

/** What importing a zone file does to the domain's SOA: `replace` takes it over, as far as it is within our bounds. */
export function planSoa(
  domain: string,
  current: Soa,
  { soa }: Pick<ParsedZone, 'soa'>,
  mode: 'merge' | 'replace',
): SoaPlan | null {
  if (!soa) return null;
  const differing = fields.filter((field) => !isSame(field, soa, current, domain));
  const problems = new Map(differing.map((field) => [field, problemOf(field, soa)]));
  const taken = differing.filter((field) => problems.get(field) === null);
  const rest = differing.filter((field) => !taken.includes(field));
  const told = [
    ...taken.map((field) => `${words[field]} ${soa[field]} instead of ${current[field]}`),
    ...rest.map((field) => `${words[field]} stays ${current[field]}, not ${soa[field]}: ${problems.get(field)}`),
  ];
  const plan = {
    line: soa.line,
    record: [toMailbox(soa.rname, domain), soa.refresh, soa.retry, soa.expire, soa.minimum].join(' '),
    ttl: soa.ttl,
    change: {},
    reason: told.join('; '),
  };
  if (differing.length === 0) return { ...plan, action: 'keep' };
  if (mode === 'merge') {
    return { ...plan, action: 'skip', reason: 'The SOA is taken over only where the file replaces what is there' };
  }
  if (taken.length === 0) return { ...plan, action: 'skip' };
  return { ...plan, action: 'change', change: Object.fromEntries(taken.map((field) => [field, soa[field]])) };
}

type Field = (typeof fields)[number];

const isSame = (field: Field, one: Soa, other: Soa, domain: string): boolean =>
  field === 'rname' ? toMailbox(one.rname, domain) === toMailbox(other.rname, domain) : one[field] === other[field];

/** Why a value cannot be taken; null when it can. */
function problemOf(field: Field, soa: Soa): string | null {
  const { error } = SoaUpdate.safeParse({ [field]: soa[field] });
  return error?.issues[0]?.message ?? null;
}
