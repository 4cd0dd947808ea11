import type { DnsSecurity, Ds } from '@headwater/contract/dns/security-routes';
import type { DomainRow } from '../domains/store.ts';
import { flags, listDs, protocol } from './keys.ts';

type Signed = Pick<DomainRow, 'domain' | 'public_key' | 'delegation'>;

export function toSecurity(row: Signed): DnsSecurity {
  const ds = row.public_key === null ? [] : listDs(row.domain, row.public_key);
  const isSigned = row.public_key !== null;
  const state = stateOf(row.delegation, ds);
  return {
    status: isSigned ? 1 : 0,
    statusText: isSigned ? signedWords[state] : state === 'other' ? brokenWords : 'Answers are not signed.',
    algorithm: 'ECDSAP256SHA256 (13)',
    flags,
    protocol,
    publicKey: row.public_key,
    keyTag: ds[0]?.keyTag ?? null,
    ds,
    parent: {
      state,
      ds: row.delegation.ds ?? [],
      checkedAt: row.delegation.checkedAt ?? null,
    },
  };
}

const brokenWords =
  'Not signed, while the parent zone publishes a DS: resolvers that check signatures refuse its answers. Remove the DS at the registrar.';
const notSeen = 'Signed. Whether the parent zone publishes its DS was not seen yet.';
const signedWords: Record<DnsSecurity['parent']['state'], string> = {
  published: 'Signed, and the parent zone vouches for it.',
  other:
    'Signed, but the parent zone publishes the DS of another key: resolvers that check signatures refuse its answers. Enter this DS at the registrar.',
  none: 'Signed. Enter its DS at the registrar, so that resolvers can check it.',
  unchecked: notSeen,
  unreachable: notSeen,
};

function stateOf(
  { ds: seen, checkedAt, dsUnreachable }: DomainRow['delegation'],
  ours: readonly Ds[],
): DnsSecurity['parent']['state'] {
  if (checkedAt === undefined) return 'unchecked';
  if (dsUnreachable) return 'unreachable';
  if (!seen || seen.length === 0) return 'none';
  return seen.some((one) => ours.some((own) => isSame(one, own))) ? 'published' : 'other';
}

const isSame = (a: Ds, b: Ds) =>
  a.keyTag === b.keyTag &&
  a.algorithm === b.algorithm &&
  a.digestType === b.digestType &&
  a.digest.toUpperCase() === b.digest;
