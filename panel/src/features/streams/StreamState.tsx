import type { Stream } from '@headwater/contract/streams/schema';
import { StateDot } from '../../ui/StateDot.tsx';
import { streamWords } from './stream-words.ts';

type Props = { stream: Pick<Stream, 'status' | 'input' | 'live' | 'deployment' | 'deletedAt'>; wrap?: boolean };

/** What a stream does: a dot, a word, and since when. */
export function StreamState({ stream, wrap = false }: Props) {
  const { tone, word, details, at } = streamWords(stream);
  const began = !stream.deletedAt && { atWord: 'began' };
  return <StateDot tone={tone} word={word} detail={details} {...(at && { at })} {...began} wrap={wrap} />;
}
