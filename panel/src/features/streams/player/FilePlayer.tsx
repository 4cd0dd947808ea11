import './media-chrome.ts';
import {
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaLoadingIndicator,
  MediaMuteButton,
  MediaPlayButton,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import { useState } from 'react';
import classes from './Player.module.css';

type Props = { src: string | null; label: string };

/** Plays one file. */
export default function FilePlayer({ src, label }: Props) {
  const [failed, setFailed] = useState(false);
  return (
    <div className={classes.root}>
      <MediaController className={classes.controller} aria-label={label}>
        {src && (
          // biome-ignore lint/a11y/useMediaCaption: a recording has no captions of ours
          <video
            slot="media"
            src={src}
            autoPlay
            playsInline
            aria-label={label}
            onError={() => setFailed(true)}
            onLoadedData={() => setFailed(false)}
          />
        )}
        <MediaLoadingIndicator slot="centered-chrome" noAutohide />
        <MediaControlBar>
          <MediaPlayButton />
          <MediaMuteButton />
          <MediaVolumeRange className={classes.volume} />
          <MediaTimeRange className={classes.grow} />
          <MediaTimeDisplay showDuration />
          <MediaFullscreenButton />
        </MediaControlBar>
      </MediaController>
      {failed && (
        <div className={classes.cover} data-over role="alert">
          <p>The file could not be played. Close this and try again, or download it.</p>
        </div>
      )}
    </div>
  );
}
