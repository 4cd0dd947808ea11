import { aliasFrom } from '@headwater/contract/zones/alias';
import { type NewZone, ZoneSettings } from '@headwater/contract/zones/schema';
import type { z } from 'zod';
import { changesBetween, recordActivity } from '../../lib/activity.ts';
import type { Tx } from '../../lib/db.ts';
import type { Deps } from '../../lib/feature.ts';
import { fieldProblem } from '../../lib/problem.ts';
import { newId } from '../../lib/secret.ts';
import type { Who } from '../../lib/who.ts';
import { publishZone, refuseInactive } from './change.ts';
import { checkOrigin } from './check-origin.ts';
import { insertZone, isAliasTaken } from './store.ts';

export const defaultSettings: ZoneSettings = {
  hostHeader: null,
  edgeTtlSeconds: null,
  queryString: 'keep',
  staleIfErrorSeconds: 86_400,
};

/** @returns the new zone's id. */
export async function createZone(
  deps: Pick<Deps, 'database' | 'settings' | 'resolveOrigin'>,
  who: Who,
  kind: { serviceId: number; mode: 'http'; type: 'pull' },
  wish: z.output<typeof NewZone>,
): Promise<string> {
  // Before the name look-up below, so that a stranger's service id is 404 whatever the origin.
  await deps.database.readAsCustomer(who.customerId, (tx) => refuseInactive(tx, kind.serviceId));
  await checkOrigin(deps, wish.origin);
  const id = newId();
  const insert = () =>
    deps.database.asCustomer(who.customerId, async (tx) => {
      // Whoever suspends the service now waits, and then finds this zone.
      await refuseInactive(tx, kind.serviceId, 'hold');
      const zone = await insertZone(tx, {
        id,
        customer_id: who.customerId,
        service_id: kind.serviceId,
        mode: kind.mode,
        type: kind.type,
        name: wish.name,
        alias: await chooseAlias(tx, wish),
        origin: wish.origin,
        settings: ZoneSettings.parse({ ...defaultSettings, ...wish.settings }),
      });
      await recordActivity(tx.db, who, {
        action: 'zone.created',
        object: { type: 'zone', id, name: zone.name },
        serviceId: kind.serviceId,
        changes: changesBetween({}, { name: zone.name, zone: zone.alias, origin: zone.origin }),
      });
      await publishZone(deps, tx, zone);
    });
  // Somebody else may take the alias between the question and the insert; one that nobody asked for is then chosen anew.
  await insert().catch(async (error) => {
    if (!lostAlias(error)) throw error;
    if (wish.zone !== undefined) throw aliasTaken(wish.zone);
    await insert();
  });
  return id;
}

const lostAlias = (error: { constraint?: string }) => error.constraint === 'zones_alias';

/** The alias asked for, or one made from the name, with a random end when that is taken. */
async function chooseAlias(tx: Tx, wish: { name: string; zone?: string | undefined }): Promise<string> {
  if (wish.zone !== undefined) {
    if (await isAliasTaken(tx, wish.zone)) throw aliasTaken(wish.zone);
    return wish.zone;
  }
  const alias = aliasFrom(wish.name);
  return (await isAliasTaken(tx, alias)) ? `${alias}-${newId().slice(0, 6)}` : alias;
}

const aliasTaken = (alias: string) =>
  fieldProblem('alias_taken', 'zone', `The name ${alias} is taken. Choose another one.`);
