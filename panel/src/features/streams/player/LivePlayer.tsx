import './media-chrome.ts';
import { NativeSelect } from '@mantine/core';
import {
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaLiveButton,
  MediaLoadingIndicator,
  MediaMuteButton,
  MediaPipButton,
  MediaPlayButton,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { durationWords } from '../duration-words.ts';
import classes from './Player.module.css';
import { useHls } from './use-hls.ts';

type Props = {
  src: string;
  token: RefObject<string | null>;
  onLinkOver: () => void;
  label: string;
  /** Whether there is a past to go back to. */
  rewinds: boolean;
};

/** Players stay some segments behind the newest; only further back is no longer live. */
const liveEdgeSeconds = 15;

type Level = { height: number; bitrate: number };

/** By its height, and where another has the same, by its bitrate too. */
function levelWords({ height, bitrate }: Level, levels: readonly Level[]): string {
  const rate = `${Math.round(bitrate / 1000)} kbit/s`;
  if (height === 0) return rate;
  return levels.filter((one) => one.height === height).length > 1 ? `${height}p, ${rate}` : `${height}p`;
}

const behindWords = (seconds: number) => (seconds < 100 ? `${Math.round(seconds)} s` : durationWords(seconds));

/** The stream's real output, as viewers get it, with the controls that a live picture needs. */
export default function LivePlayer({ src, token, onLinkOver, label, rewinds }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const { failure, levels, chosen, shown, choose, behindSeconds } = useHls({ video, src, token, onLinkOver });
  const [behind, setBehind] = useState<number | null>(null);
  useEffect(() => {
    const timer = setInterval(() => setBehind(behindSeconds()), 1000);
    return () => clearInterval(timer);
  });
  const auto = levels[shown] ? `Auto (${levelWords(levels[shown], levels)})` : 'Auto';
  return (
    <>
      <div className={classes.root}>
        <MediaController
          className={classes.controller}
          defaultStreamType="live"
          liveEdgeOffset={liveEdgeSeconds}
          aria-label={label}
        >
          <video ref={video} slot="media" muted playsInline aria-label={label} crossOrigin="anonymous" />
          <MediaLoadingIndicator slot="centered-chrome" noAutohide />
          <MediaControlBar>
            <MediaPlayButton />
            <MediaMuteButton />
            <MediaVolumeRange className={classes.volume} />
            <MediaLiveButton />
            {rewinds ? <MediaTimeRange className={classes.grow} /> : <span className={classes.grow} />}
            <MediaPipButton />
            <MediaFullscreenButton />
          </MediaControlBar>
        </MediaController>
        {failure && (
          <div className={classes.cover} data-over role="status">
            <p>{failure.words}</p>
          </div>
        )}
      </div>
      <div className={classes.bar}>
        <span className="figure">
          {behind === null ? 'Not playing' : `${behindWords(behind)} behind what comes in`}
        </span>
        {levels.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Quality"
            value={String(chosen)}
            onChange={(event) => choose(Number(event.currentTarget.value))}
            data={[
              { value: '-1', label: auto },
              ...levels
                .map((level, index) => ({ value: String(index), label: levelWords(level, levels) }))
                .toReversed(),
            ]}
          />
        )}
      </div>
    </>
  );
}
