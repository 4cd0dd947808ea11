import type { ErrorData } from 'hls.js';

export type Failure = {
  words: string;
  /** The link is the reason: a new one is needed. */
  linkOver: boolean;
  /** It may pass by itself. */
  passes: boolean;
};

/** Why the player cannot go on, for the person in front of it. */
export function failureOf({ type, details, response }: Pick<ErrorData, 'type' | 'details' | 'response'>): Failure {
  if (type === 'networkError') return networkFailure(response?.code ?? 0);
  if (details === 'manifestIncompatibleCodecsError' || details === 'bufferAddCodecError') {
    const words = 'This browser cannot play the codec of this stream. Try another browser, or send H.264 with AAC.';
    return { words, linkOver: false, passes: false };
  }
  const words = 'The browser could not play what came. It is tried again with the next part.';
  return { words, linkOver: false, passes: type === 'mediaError' };
}

function networkFailure(status: number): Failure {
  const failure = (words: string, linkOver = false): Failure => ({ words, linkOver, passes: true });
  if (status === 404) return failure('There is nothing to play yet (404). It starts by itself once there is.');
  if (status === 403) return failure('The edge refused this player (403). A new link is asked for.', true);
  if (status === 410) return failure("The player's link has run out (410). A new one is asked for.", true);
  if (status >= 500) return failure(`The edge could not get the stream from its live server (${status}).`);
  if (status === 0)
    return failure('The edge cannot be reached from this browser. Is a firewall or an extension in the way?');
  return failure(`The edge answered with ${status}.`);
}
