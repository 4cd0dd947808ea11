import type { LiveState } from '@headwater/contract/nodes/live-report';
import type { StreamSession } from '@headwater/contract/streams/schema';

/** Ends that lie in what was sent or asked for: the same publisher would come to the same end. */
const turnedAway: readonly StreamSession['reason'][] = [
  'unsupported_codec',
  'no_key_frames',
  'too_many_failures',
  'disk_full',
];

/** A publisher is there, or was a moment ago: nobody asks why there is none. */
export const hasPicture = (state: LiveState['state']): boolean => state === 'live' || state === 'reconnecting';

/** Refused for what holds no more, or is told where it still holds. */
const nothingNew: readonly StreamSession['reason'][] = ['already_live', 'stream_disabled', 'service_inactive'];

/** The attempt that ended last, if it came to nothing: what whoever waits for a picture has to know. */
export function lastRefusal(
  state: LiveState['state'],
  sessions: readonly StreamSession[] | undefined,
): StreamSession | null {
  if (hasPicture(state)) return null;
  const newest = sessions
    ?.filter(({ reason }) => !nothingNew.includes(reason))
    .toSorted((one, other) => endOf(other) - endOf(one))[0];
  if (newest === undefined) return null;
  const isTurnedAway = newest.state === 'ended' && turnedAway.includes(newest.reason);
  return newest.state === 'refused' || isTurnedAway ? newest : null;
}

/** Somebody may have been refused while another was there, who left later. */
const endOf = ({ startedAt, endedAt }: StreamSession): number => Date.parse(endedAt ?? startedAt);

/** Why what is started again and again ended last. */
export function lastEnd(live: Pick<LiveState, 'state' | 'processes'> | null | undefined): string | null {
  if (live?.state !== 'failing') return null;
  return live.processes.find(({ state }) => state !== 'stopped')?.reason ?? null;
}
