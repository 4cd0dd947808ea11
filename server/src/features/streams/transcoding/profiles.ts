import type { transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { sql } from 'kysely';
import { changesBetween, recordActivity } from '../../../lib/activity.ts';
import type { Tx } from '../../../lib/db.ts';
import type { Deps } from '../../../lib/feature.ts';
import { fieldProblem, Problem } from '../../../lib/problem.ts';
import { refuseStale } from '../../../lib/revision.ts';
import { newId } from '../../../lib/secret.ts';
import type { Handlers } from '../../../lib/serve.ts';
import type { Who } from '../../../lib/who.ts';
import { refuseInactive } from '../change.ts';
import { republishStreamsUsing } from '../publish.ts';
import { refuseDefault, refuseFull, refuseUsed, tellTranscoding } from './rules.ts';
import { seedProfiles } from './seed.ts';
import { findProfile, listProfiles, type ProfileRow } from './store.ts';
import { toProfile } from './to-kept.ts';

type Own = 'listLiveProfiles' | 'createLiveProfile' | 'getLiveProfile' | 'updateLiveProfile' | 'deleteLiveProfile';

export function profileHandlers(deps: Deps): Pick<Handlers<typeof transcodingRoutes>, Own> {
  const { database } = deps;
  const show = (who: Who, serviceId: number, id: string) =>
    database.readAsCustomer(who.customerId, async (tx) => ({
      profile: toProfile(await findProfile(tx, { serviceId, id })),
    }));

  return {
    // Not only reading: a service begins with profiles that it finds here for the first time.
    listLiveProfiles: ({ who, params: { serviceId } }) =>
      database.asCustomer(who.customerId, async (tx) => {
        await refuseUnknownService(tx, serviceId);
        await seedProfiles(tx, { customerId: who.customerId, serviceId });
        return { profiles: (await listProfiles(tx, serviceId)).map(toProfile) };
      }),

    async createLiveProfile({ who, params: { serviceId }, body }) {
      const id = newId();
      await database.asCustomer(who.customerId, async (tx) => {
        await refuseInactive(tx, serviceId, 'hold');
        await seedProfiles(tx, { customerId: who.customerId, serviceId });
        await refuseFull(tx, 'live_profiles', serviceId);
        await tx.db
          .insertInto('live_profiles')
          .values({
            id,
            customer_id: who.customerId,
            service_id: serviceId,
            value: JSON.stringify(body.value),
            is_default: body.isDefault,
          })
          .execute();
        await recordActivity(tx.db, who, {
          action: 'live-profile.created',
          ...named({ id, value: body.value }, serviceId),
          changes: changesBetween({}, { ...body.value, isDefault: body.isDefault }),
        });
        await tellTranscoding(tx, who, serviceId, id);
      });
      return { profileid: id, ...(await show(who, serviceId, id)) };
    },

    getLiveProfile: ({ who, params }) => show(who, params.serviceId, params.profileId),

    async updateLiveProfile({ who, params: { serviceId, profileId: id }, body, ifMatch }) {
      await database.asCustomer(who.customerId, async (tx) => {
        await refuseInactive(tx, serviceId);
        const before = await findProfile(tx, { serviceId, id }, 'lock');
        refuseStale(ifMatch, before.revision);
        const value = body.value ?? before.value;
        const isDefault = body.isDefault ?? before.is_default;
        const changes = changesBetween({ ...before.value, isDefault: before.is_default }, { ...value, isDefault });
        if (Object.keys(changes).length === 0) return;
        if (value.gopSeconds !== before.value.gopSeconds) await refuseUnlikeOthers(tx, before);
        await tx.db
          .updateTable('live_profiles')
          .set({
            value: JSON.stringify(value),
            is_default: isDefault,
            revision: before.revision + 1,
            updated_at: new Date(),
          })
          .where('id', '=', id)
          .execute();
        await recordActivity(tx.db, who, {
          action: 'live-profile.changed',
          ...named({ id, value }, serviceId),
          changes,
        });
        await tellTranscoding(tx, who, serviceId, id);
        if (body.value) await republishStreamsUsing(deps, tx, { profileId: id });
      });
      return show(who, serviceId, id);
    },

    deleteLiveProfile: ({ who, params: { serviceId, profileId: id } }) =>
      database.asCustomer(who.customerId, async (tx) => {
        const profile = await findProfile(tx, { serviceId, id }, 'lock');
        refuseUsed('profile', profile.used_by);
        await refuseDefault(tx, serviceId, { profileId: id });
        const all = await listProfiles(tx, serviceId);
        if (all.length === 1) throw new Problem('conflict', 'The last profile stays: multi-bitrate streams need one.');
        await tx.db.deleteFrom('live_profiles').where('id', '=', id).execute();
        await recordActivity(tx.db, who, { action: 'live-profile.deleted', ...named(profile, serviceId) });
        await tellTranscoding(tx, who, serviceId, id);
        return {};
      }),
  };
}

const named = ({ id, value }: { id: string; value: { name: string } }, serviceId: number) => ({
  object: { type: 'live-profile', id, name: value.name },
  serviceId,
});

async function refuseUnknownService(tx: Tx, serviceId: number): Promise<void> {
  // Whatever its status: looking is allowed.
  await refuseInactive(tx, serviceId).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'service_inactive') return;
    throw error;
  });
}

/** Viewers change between the rungs of a stream at key frames: these must be as far apart in all of them. */
async function refuseUnlikeOthers({ db }: Pick<Tx, 'db'>, profile: ProfileRow): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select s.name from streams s where s.service_id = ${profile.service_id}
      and s.settings -> 'transcode' -> 'profileIds' ? ${profile.id}
      and jsonb_array_length(s.settings -> 'transcode' -> 'profileIds') > 1
    order by lower(s.name) limit 1`.execute(db);
  if (!rows[0]) return;
  throw fieldProblem(
    'conflict',
    'value.gopSeconds',
    `The stream ${rows[0].name} uses this profile beside others: the key frame interval must be the same in all of them.`,
  );
}
