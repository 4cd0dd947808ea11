import type { Stream } from '@headwater/contract/streams/schema';
import { formatSeconds } from '../../../lib/format.ts';

type Waiting = { title: string; text: string };

/** Why there is no picture, and the one next step. */
export function waitingWords(stream: Stream, state: Stream['live']['state']): Waiting {
  const pushed = stream.input === 'push';
  if (stream.status === 1) {
    return { title: 'This stream is disabled', text: 'Enable it under Manage: then it can be published and watched.' };
  }
  if (state === 'reconnecting') {
    return {
      title: pushed ? 'The publisher was lost' : 'The source was lost',
      text: `We wait for it for ${formatSeconds(stream.reconnectSeconds)}: the same broadcast goes on when it comes back.`,
    };
  }
  if (state === 'failing') {
    return {
      title: 'It fails again and again',
      text: pushed
        ? 'The reason stands above, and what was said last under Processes.'
        : 'What its programs said last stands under Processes, the reason under Sessions.',
    };
  }
  if (state === 'live' && stream.delaySeconds > 0) {
    return {
      title: 'It is live, and shown later',
      text: `The first picture appears ${formatSeconds(stream.delaySeconds)} after it came in.`,
    };
  }
  if (state === 'connecting' || state === 'live') {
    return { title: 'The picture is on its way', text: 'The first seconds have to come in before they can be played.' };
  }
  return pushed
    ? {
        title: 'Waiting for a publisher',
        text: 'Enter the server and the stream key in your encoder and start it. The picture appears here by itself.',
      }
    : {
        title: 'Waiting for the source',
        text: 'The source does not play at the moment. It is tried again all the time; which one and why stands under Sessions.',
      };
}
