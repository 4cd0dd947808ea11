import type { DnsSecurity, Ds } from '@headwater/contract/dns/security-routes';
import type { DomainRow } from '../domains/store.ts';
import { flags, listDs, protocol } from './keys.ts';

type Signed = Pick<DomainRow, 'domain' | 'public_key' | 'delegation'>;

export function toSecurity(row: Signed): DnsSecurity {
  const ds = row.public_key === null ? [] : listDs(row.domain, row.public_key);
  const isSigned = row.public_key !== null;
  return {
    status: isSigned ? 1 : 0,
    statusText: isSigned ? 'On' : 'Off',
    algorithm: 'ECDSAP256SHA256 (13)',
    flags,
    protocol,
    publicKey: row.public_key,
    keyTag: ds[0]?.keyTag ?? null,
    ds,
    parent: {
      state: stateOf(row.delegation, ds),
      ds: row.delegation.ds ?? [],
      checkedAt: row.delegation.checkedAt ?? null,
    },
  };
}

function stateOf({ ds: seen, checkedAt, dsUnreachable }: DomainRow['delegation'], ours: Ds[]) {
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
