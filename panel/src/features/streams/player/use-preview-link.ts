import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Stream } from '@headwater/contract/streams/schema';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { streamParams } from '../stream-queries.ts';
import { tokenOf } from './preview-token.ts';

type Named = Pick<Stream, 'serviceId' | 'type' | 'id'>;
type Link = { hls: string; rewind: string | null };

/** Renewed this long before it ends, and when that fails, asked for again this much later. */
const marginMs = 60_000;
const againMs = 5000;

/**
 * A link to the stream's real output that passes every rule of the stream. What plays keeps the first one; its proof is
 * renewed while it plays, and the player takes the newest with each request.
 */
export function usePreviewLink({ serviceId, type, id }: Named, wanted: boolean) {
  const [link, setLink] = useState<Link | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const token = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks at once
  useEffect(() => {
    if (!wanted) return;
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const renew = async () => {
      try {
        const params = streamParams({ serviceId, type, id });
        const options = { signal: stopped.signal };
        const reply = await call(streamRoutes.createPlaybackLink, { params, body: { for: 'preview' } }, options);
        token.current = tokenOf(reply.hls);
        setLink((held) => (held && held.rewind === reply.rewind ? held : { hls: reply.hls, rewind: reply.rewind }));
        setError(null);
        timer = setTimeout(renew, Math.max(againMs, Date.parse(reply.expiresAt) - Date.now() - marginMs));
      } catch (failure) {
        if (stopped.signal.aborted) return;
        setError(failure);
        timer = setTimeout(renew, againMs);
      }
    };
    void renew();
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [serviceId, type, id, wanted, attempt]);
  const renewNow = useCallback(() => setAttempt((count) => count + 1), []);
  return { link, error, token: token as RefObject<string | null>, renewNow };
}
