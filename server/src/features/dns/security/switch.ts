import type { Deps } from '../../../lib/feature.ts';
import { Problem } from '../../../lib/problem.ts';
import { seal } from '../../../lib/seal.ts';
import type { Who } from '../../../lib/who.ts';
import { checkDelegation } from '../delegation/check.ts';
import { changeDomain, refuseDeleted } from '../domains/change.ts';
import { showDomain } from '../domains/show.ts';
import type { DomainChange, DomainKey, DomainRow } from '../domains/store.ts';
import { makeSigningKey } from './keys.ts';
import { keyPurpose } from './open-zone.ts';

type SwitchDeps = Pick<Deps, 'database' | 'lookUpDelegation' | 'settings'>;

/** Signs a domain, with a key that is new each time: an earlier one is gone for good. */
export const signDomain = (deps: SwitchDeps, who: Who, key: DomainKey, ifMatch: string | null): Promise<void> =>
  changeDomain(deps, who, key, { action: 'domain.signed', ifMatch }, (domain): DomainChange => {
    refuseDeleted(domain);
    if (domain.public_key !== null) return {};
    const { privateKey, publicKey } = makeSigningKey();
    return { signing_key: seal(deps.settings.secret, keyPurpose, privateKey), public_key: publicKey };
  });

/**
 * Stops signing a domain. Unless forced, its parent is asked first: while that publishes a DS, or may do so, resolvers
 * would take the unsigned answers for forged ones.
 * @throws Problem `ds_published`, `ds_unknown`.
 */
export async function unsignDomain(
  deps: SwitchDeps,
  who: Who,
  key: DomainKey,
  { force, ifMatch }: { force: boolean; ifMatch: string | null },
): Promise<void> {
  if (!force) await lookAgain(deps, who, key);
  await changeDomain(deps, who, key, { action: 'domain.unsigned', ifMatch }, (domain): DomainChange => {
    refuseDeleted(domain);
    if (domain.public_key === null) return {};
    if (!force) refusePublished(domain);
    return { signing_key: null, public_key: null };
  });
}

/** Who has looked too often by now is judged by what was seen last. */
async function lookAgain(deps: SwitchDeps, who: Who, key: DomainKey): Promise<void> {
  const { row } = await showDomain(deps, who, key);
  if (row.public_key === null) return;
  try {
    await checkDelegation(deps, who, row);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error;
  }
}

function refusePublished({ domain, delegation }: DomainRow): void {
  const { ds, dsUnreachable } = delegation;
  if (ds?.length === 0 && !dsUnreachable) return;
  if (!ds || ds.length === 0) {
    throw new Problem(
      'ds_unknown',
      `The parent zone could not be asked whether it publishes a DS of ${domain}. If it does, resolvers that check signatures would refuse its unsigned answers. Try again in a few minutes, or insist (force) if you know that there is none.`,
    );
  }
  throw new Problem(
    'ds_published',
    `The parent zone publishes a DS of ${domain}: without signatures, resolvers that check them would refuse its answers. Remove the DS at your registrar and wait a day before you switch DNSSEC off. Switched on again, it has a new key and a new DS.`,
  );
}
