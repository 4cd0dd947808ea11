import type { LiveStream } from '@headwater/contract/nodes/live-document';
import type { Filter } from '@headwater/contract/transcoding/filter';
import type { Profile } from '@headwater/contract/transcoding/profile';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';

/** What an encoder is to make of a stream: nothing, or one rung for each profile, the best first. */
export type Transcoding = Pick<LiveStream, 'rungs' | 'filter'>;

type Wish = { serviceId: number; profileIds: readonly string[]; filterId: string | null };

/** The profiles and the filter that a stream names. What is no longer there is left out. */
export async function readTranscoding({ db }: Pick<Tx, 'db'>, wish: Wish): Promise<Transcoding> {
  const { rows: profiles } = await sql<{ value: Profile }>`
    select value from live_profiles where service_id = ${wish.serviceId} and id = any (${wish.profileIds})`.execute(db);
  const rungs = profiles.map(({ value }) => value).sort((a, b) => kbpsOf(b) - kbpsOf(a));
  if (wish.filterId === null) return { rungs, filter: null };
  const { rows: filters } = await sql<{ value: Filter; media_type: string | null; bytes: Buffer | null }>`
    select f.value, l.media_type, l.bytes from live_filters f
    left join live_logos l on l.service_id = f.service_id and l.id = f.value -> 'logo' ->> 'imageId'
    where f.service_id = ${wish.serviceId} and f.id = ${wish.filterId}`.execute(db);
  const [filter] = filters;
  if (!filter) return { rungs, filter: null };
  const image = filter.bytes && {
    mediaType: filter.media_type as 'image/png' | 'image/jpeg',
    base64: filter.bytes.toString('base64'),
  };
  return { rungs, filter: { ...filter.value, image } };
}

/** The most that a profile may take, in kbit/s. */
export const kbpsOf = ({ rate }: Profile): number => (rate.mode === 'bitrate' ? rate.kbps : rate.maxKbps);
