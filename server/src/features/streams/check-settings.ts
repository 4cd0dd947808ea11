import type { StreamType } from '@headwater/contract/streams/schema';
import type { StreamSettings } from '@headwater/contract/streams/settings';
import type { Profile } from '@headwater/contract/transcoding/profile';
import { sql } from 'kysely';
import type { Tx } from '../../lib/db.ts';
import { fieldProblem } from '../../lib/problem.ts';

/**
 * What settings must keep to in the stream that they are for, or as a default (null).
 * @throws Problem `invalid_input`, on the field.
 */
export async function checkSettings(
  tx: Pick<Tx, 'db'>,
  serviceId: number,
  type: StreamType | null,
  settings: StreamSettings,
): Promise<void> {
  if (type === 'abr' && !settings.transcode.enabled) {
    throw field(
      'transcode.enabled',
      'A multi-bitrate stream is always transcoded. Make a push stream to pass it on as it is.',
    );
  }
  if (type === 'dvr' && !settings.dvr.enabled) {
    throw field('dvr.enabled', 'A record stream always records. Make a push stream to record only at times.');
  }
  await checkTranscoding(tx, serviceId, settings.transcode);
}

async function checkTranscoding(
  { db }: Pick<Tx, 'db'>,
  serviceId: number,
  { enabled, profileIds, filterId }: StreamSettings['transcode'],
): Promise<void> {
  // What is off may name what was deleted meanwhile.
  if (!enabled) return;
  if (new Set(profileIds).size < profileIds.length) throw field('transcode.profileIds', 'Choose each profile once.');
  const { rows: profiles } = await sql<{ id: string; value: Profile }>`
    select id, value from live_profiles where service_id = ${serviceId} and id = any (${profileIds}) order by id for share`.execute(
    db,
  );
  const missing = profileIds.find((id) => !profiles.some((profile) => profile.id === id));
  if (missing !== undefined) throw field('transcode.profileIds', 'One of these profiles is not there any more.');
  const lengths = new Set(profiles.map(({ value }) => value.gopSeconds));
  if (lengths.size > 1) {
    throw field(
      'transcode.profileIds',
      'Choose profiles with the same key frame interval: viewers change between them there.',
    );
  }
  if (filterId === null) return;
  const { rows: filters } = await sql`
    select from live_filters where service_id = ${serviceId} and id = ${filterId} for share`.execute(db);
  if (filters.length === 0) throw field('transcode.filterId', 'This filter is not there any more.');
}

const field = (name: string, message: string) => fieldProblem('invalid_input', `settings.${name}`, message);
