import type { Stream } from '@headwater/contract/streams/schema';
import type { Tone } from '../../lib/deployment-words.ts';
import { formatCount } from '../../lib/format.ts';

export type StreamWords = { tone: Tone; word: string; details: string[]; at: string | null };
type Shown = Pick<Stream, 'status' | 'input' | 'live' | 'deployment' | 'deletedAt'>;

/** `2,480 kbit/s`. */
export const kbit = (value: number): string => `${formatCount(value)} kbit/s`;

/** What a stream does, in words: `Live · 2,480 kbit/s · began 3 min ago`. */
export function streamWords({ status, input, live, deployment, deletedAt }: Shown): StreamWords {
  if (deletedAt) return { tone: 'off', word: 'Deleted', details: [], at: deletedAt };
  if (status === 1) return { tone: 'off', word: 'Disabled', details: [], at: null };
  const { state, since, bitrateKbps, warnings } = live;
  const warned = warnings > 0 ? [`${warnings} warning${warnings === 1 ? '' : 's'}`] : [];
  const rate = bitrateKbps === null ? [] : [kbit(bitrateKbps)];
  if (live.away) {
    const last = state === 'live' ? ['it was live when last heard of'] : [];
    return { tone: 'failed', word: 'Live server is away', details: last, at: null };
  }
  switch (state) {
    case 'live':
      return { tone: 'live', word: 'Live', details: [...rate, ...warned], at: since };
    case 'connecting':
      return { tone: 'pending', word: 'Starting', details: [], at: since };
    case 'reconnecting':
      return {
        tone: 'pending',
        word: 'Reconnecting',
        details: [input === 'push' ? 'the publisher was lost' : 'the source was lost'],
        at: since,
      };
    case 'failing':
      return { tone: 'failed', word: 'Failing', details: warned, at: since };
    default:
      break;
  }
  // Nobody can publish to what the live server has not heard of yet.
  const reason = deployment.reason ? [deployment.reason] : [];
  if (deployment.state === 'failed') return { tone: 'failed', word: 'Failed', details: reason, at: null };
  if (deployment.state === 'pending') return { tone: 'pending', word: 'Preparing', details: reason, at: null };
  return {
    tone: 'off',
    word: input === 'push' ? 'Waiting for a publisher' : 'Waiting for the source',
    details: [],
    at: null,
  };
}
