import { useNow } from '../../../lib/use-now.ts';
import { durationWords } from '../duration-words.ts';

/** How long a session lasted, or lasts so far. */
export function Lasted({ startedAt, endedAt }: { startedAt: string; endedAt: string | null }) {
  const now = useNow();
  const until = endedAt === null ? now : Date.parse(endedAt);
  return <>{durationWords((until - Date.parse(startedAt)) / 1000)}</>;
}
