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

/** The newest attempt, if it came to nothing: what whoever waits for a picture has to know. */
export function lastRefusal(
  state: LiveState['state'],
  sessions: readonly StreamSession[] | undefined,
): StreamSession | null {
  if (hasPicture(state)) return null;
  // Those refused beside a publisher who was there are no reason why there is no picture.
  const newest = sessions?.find(({ reason }) => reason !== 'already_live');
  if (newest === undefined) return null;
  const isTurnedAway = newest.state === 'ended' && turnedAway.includes(newest.reason);
  return newest.state === 'refused' || isTurnedAway ? newest : null;
}

/** Why what is started again and again ended last. */
export function lastEnd(live: Pick<LiveState, 'state' | 'processes'> | null | undefined): string | null {
  if (live?.state !== 'failing') return null;
  return live.processes.find(({ state }) => state !== 'stopped')?.reason ?? null;
}
