import type { LiveState } from '@headwater/contract/nodes/live-report';
import type { Stream } from '@headwater/contract/streams/schema';
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { wordsOf } from '../../../lib/call-error.ts';
import { Panel } from '../../../ui/Panel.tsx';
import classes from './Player.module.css';
import { usePreviewLink } from './use-preview-link.ts';
import { waitingWords } from './waiting-words.ts';

const LivePlayer = lazy(() => import('./LivePlayer.tsx'));

type Live = Pick<LiveState, 'state' | 'playable' | 'sessionId'>;
type Props = { stream: Stream; live: Live | null | undefined };
type View = 'live' | 'rewind';

/** The stream's real output, or why there is none yet and what to do about it. */
export function PlayerPanel({ stream, live }: Props) {
  const [view, setView] = useState<View>('live');
  const playable = stream.status === 0 && (live?.playable ?? stream.live.playable);
  const { link, error, token, renewNow } = usePreviewLink(stream, playable);
  const rewind = link?.rewind ?? null;
  const src = view === 'rewind' && rewind !== null ? rewind : link?.hls;
  const waiting = waitingWords(stream, live?.state ?? stream.live.state);
  return (
    <Panel
      title="Picture"
      aside={
        playable &&
        rewind !== null && (
          <SegmentedControl
            size="xs"
            aria-label="What is played"
            data={[
              { value: 'live', label: stream.type === 'timeshift' ? 'Delayed' : 'Live' },
              { value: 'rewind', label: 'With rewind' },
            ]}
            value={view}
            onChange={(next) => setView(next as View)}
          />
        )
      }
    >
      {!playable && (
        <div className={classes.root}>
          <div className={classes.cover} role="status">
            <p className={classes.title}>{waiting.title}</p>
            <p>{waiting.text}</p>
          </div>
        </div>
      )}
      {playable && !src && (
        <div className={classes.root}>
          {error ? (
            <div className={classes.cover} role="alert">
              <p className={classes.title}>The player could not get a link</p>
              <p>{wordsOf(error, 'Try again in a moment.')}</p>
              <Button variant="default" size="xs" onClick={renewNow}>
                Try again
              </Button>
            </div>
          ) : (
            <Skeleton height="100%" />
          )}
        </div>
      )}
      {playable && src && (
        <Suspense fallback={<Skeleton className={classes.root} />}>
          <LivePlayer
            // Each session has playlists of its own; the player of the one before has come to its end.
            key={`${live?.sessionId ?? ''} ${src}`}
            src={src}
            token={token}
            onLinkOver={renewNow}
            label={stream.name}
            rewinds={view === 'rewind'}
          />
        </Suspense>
      )}
    </Panel>
  );
}
