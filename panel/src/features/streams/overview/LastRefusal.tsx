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
  const { detail, from, endedAt, startedAt } = session;
  return (
    <Alert color="yellow" title="The last publisher was turned away" role="status">
      {whyWords(session)}.{detail !== '' && ` ${detail}`} <br /> It came from {from} <Ago iso={endedAt ?? startedAt} />.
    </Alert>
  );
}
