import workerPath from 'hls.js/dist/hls.worker.js?url';
import Hls, { type Level } from 'hls.js/light';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from './player-failure.ts';
import { withToken } from './preview-token.ts';

const againMs = 3000;

type Options = {
  video: RefObject<HTMLVideoElement | null>;
  src: string;
  token: RefObject<string | null>;
  onLinkOver: () => void;
};

/** Plays a live playlist in a video element. What fails is tried again; `failure` says what is wrong meanwhile. */
export function useHls({ video, src, token, onLinkOver }: Options) {
  const player = useRef<Hls | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [levels, setLevels] = useState<Level[]>([]);
  /** What is chosen; -1 leaves it to the line. */
  const [chosen, setChosen] = useState(-1);
  const [shown, setShown] = useState(-1);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (!Hls.isSupported()) {
      element.setAttribute('src', src);
      return;
    }
    const hls = new Hls({
      // A file of our own: the page's policy allows no worker made of text.
      workerPath,
      backBufferLength: 30,
      // Without an end the controls know that it is live.
      liveDurationInfinity: true,
      xhrSetup: (request, url) => {
        const fresh = withToken(url, token.current);
        if (fresh !== url) request.open('GET', fresh, true);
      },
    });
    player.current = hls;
    let timer: ReturnType<typeof setTimeout>;
    hls.on(Hls.Events.MANIFEST_PARSED, (_event, data) => {
      setLevels(data.levels);
      // A page in the background may not begin to play; its button does.
      element.play().catch(() => {});
    });
    hls.on(Hls.Events.LEVEL_SWITCHED, (_event, data) => setShown(data.level));
    hls.on(Hls.Events.FRAG_BUFFERED, () => setFailure(null));
    hls.on(Hls.Events.ERROR, (_event, data) => {
      if (!data.fatal) return;
      const found = failureOf(data);
      setFailure(found);
      if (found.linkOver) onLinkOver();
      clearTimeout(timer);
      if (!found.passes) return;
      if (data.type === 'mediaError') hls.recoverMediaError();
      else timer = setTimeout(() => hls.loadSource(src), againMs);
    });
    hls.loadSource(src);
    hls.attachMedia(element);
    return () => {
      clearTimeout(timer);
      hls.destroy();
      player.current = null;
    };
  }, [video, src, token, onLinkOver]);
  const choose = (level: number) => {
    setChosen(level);
    if (player.current) player.current.currentLevel = level;
  };
  /** How much later the shown picture came in, by the playlist's own clock; null while nothing plays. */
  const behindSeconds = (): number | null => {
    const date = player.current?.playingDate;
    return date ? Math.max(0, (Date.now() - date.getTime()) / 1000) : null;
  };
  return { failure, levels, chosen, shown, choose, behindSeconds };
}
