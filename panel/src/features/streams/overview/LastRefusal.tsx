import type { LiveState } from '@headwater/contract/nodes/live-report';
import type { Stream } from '@headwater/contract/streams/schema';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Ago } from '../../../ui/Time.tsx';
import { whyWords } from '../sessions/why-words.ts';
import { sessionsQuery } from '../stream-queries.ts';
import { hasPicture, lastRefusal } from './last-refusal.ts';

/** Why the last publisher was turned away, for as long as nobody is live. */
export function LastRefusal({ stream, state }: { stream: Stream; state: LiveState['state'] }) {
  const { data } = useQuery({ ...sessionsQuery(stream, 1), refetchInterval: 10_000, enabled: !hasPicture(state) });
  const session = lastRefusal(state, data?.sessions);
  if (session === null) return null;
  const { detail, from, reason, endedAt, startedAt } = session;
  // Through no fault of who published.
  const isOurs = reason === 'too_many_failures' || reason === 'disk_full';
  return (
    <Alert
      color="yellow"
      title={isOurs ? 'The last broadcast was ended' : 'The last publisher was turned away'}
      role="status"
    >
      {whyWords(session)}.{detail !== '' && ` ${detail}`} <br /> It came from {from}
      {session.state === 'ended' && ' and ended'} <Ago iso={endedAt ?? startedAt} />.
    </Alert>
  );
}
