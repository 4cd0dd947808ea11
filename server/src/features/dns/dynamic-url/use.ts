import type { Actor } from '../../../lib/activity.ts';
import type { Deps } from '../../../lib/feature.ts';
import { type Limit, limitedAddress, takeAttempts } from '../../../lib/limits.ts';
import { notFound, Problem } from '../../../lib/problem.ts';
import { hashToken } from '../../../lib/secret.ts';
import { changeRecords } from '../records/write.ts';
import { chooseAddress } from './address.ts';
import { type Bound, findBound } from './store.ts';

/** A router whose address changes more often is out of order. */
const perSecret: Limit = { attempts: 30, windowSeconds: 600 };
/** Many routers may stand behind one address. */
const perAddress: Limit = { attempts: 120, windowSeconds: 600 };

/** An answer of the dyndns2 protocol: its word, and the address that the record has. */
export type Word = { word: 'good' | 'nochg'; address: string } | { word: 'badauth' | 'abuse' | 'dnserr' | '911' };
type Call = { secret: string; myip: string | undefined; caller: string; requestId: string };
type UseDeps = Pick<Deps, 'database' | 'resolveOrigin' | 'settings'>;

/**
 * Sets the record that a secret address is bound to. Clients know nothing but words: `badauth` and `abuse` make them
 * stop until somebody looks after them, `dnserr` and `911` try again later.
 */
export async function useDynamicUrl(deps: UseDeps, call: Call): Promise<Word & { retryAfterSeconds?: number }> {
  try {
    const hash = hashToken(call.secret);
    await takeAttempts(deps.database.ownerPool, [
      { subject: `dynamic address ${limitedAddress(call.caller)}`, limit: perAddress },
      { subject: `dynamic secret ${hash.toString('hex')}`, limit: perSecret },
    ]);
    const bound = await findBound({ db: deps.database.owner }, hash);
    if (!bound) return { word: 'badauth' };
    const address = chooseAddress(bound.type, call.myip, call.caller);
    if (address === null || !(await mayBeSet(deps, address))) return { word: 'dnserr' };
    return await setAddress(deps, bound, { hash, address, call });
  } catch (error) {
    return wordFor(error);
  }
}

/** What only answers inside of somebody's network is no address for the public. */
async function mayBeSet({ resolveOrigin, settings }: UseDeps, address: string): Promise<boolean> {
  if (settings.allowPrivateOrigins) return true;
  const { addresses } = await resolveOrigin(address);
  return addresses.every(({ forbidden }) => forbidden === null);
}

function setAddress(
  deps: UseDeps,
  bound: Bound,
  { hash, address, call }: { hash: Buffer; address: string; call: Call },
): Promise<Word> {
  const { customerId, recordId } = bound;
  const { caller, requestId } = call;
  const actor: Actor = { kind: 'system', customerId, name: 'Dynamic URL', address: caller, requestId };
  // What a person did last must stay theirs to undo, however often a router calls.
  const deed = { action: 'record.changed', summary: () => 'An address changed', final: true } as const;
  return changeRecords(deps, actor, bound, deed, async (edit, tx) => {
    const row = edit.find(recordId);
    // It was taken away while we came here.
    if (!row?.dynamic_hash?.equals(hash)) throw notFound('Record');
    if (row.status === 0 || edit.domain.status === 0) return { word: 'dnserr' };
    if (row.record === address) {
      await tx.db.updateTable('dns_records').set({ dynamic_used_at: new Date() }).where('id', '=', row.id).execute();
      return { word: 'nochg', address };
    }
    edit.place({ ...row, record: address, dynamic_used_at: new Date() });
    return { word: 'good', address };
  });
}

function wordFor(error: unknown): Word & { retryAfterSeconds?: number } {
  if (!(error instanceof Problem)) {
    console.error('dynamic URL:', error);
    return { word: '911' };
  }
  if (error.code === 'not_found') return { word: 'badauth' };
  if (error.code === 'rate_limited') return { word: 'abuse', retryAfterSeconds: error.retryAfterSeconds ?? 60 };
  // Its domain is deleted, its service is not active, or the zone has no room for this address.
  return { word: 'dnserr' };
}
