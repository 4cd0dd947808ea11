import type { Stream } from '@headwater/contract/streams/schema';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { Disclosure } from '../Disclosure.tsx';
import classes from './OverviewTab.module.css';
import { ffmpegCommand, keyframeSeconds } from './set-up.ts';

type Props = { ingest: NonNullable<Stream['ingest']>; settings: Stream['settings']; shown: boolean };

/** How to set up what publishes. A key that is hidden is hidden here as well. */
export function SetUpHelp({ ingest, settings, shown }: Props) {
  const [tool, setTool] = useState<'obs' | 'ffmpeg'>('obs');
  const key = shown && ingest.key !== null ? ingest.key : 'STREAM-KEY';
  return (
    <Disclosure className={classes.help} summary="Set up your encoder">
      <SegmentedControl
        className={classes.choice}
        size="xs"
        aria-label="Encoder"
        data={[
          { value: 'obs', label: 'OBS' },
          { value: 'ffmpeg', label: 'ffmpeg' },
        ]}
        value={tool}
        onChange={(next) => setTool(next as typeof tool)}
      />
      {tool === 'obs' ? (
        <ol>
          <li>
            Settings, Stream: choose the service <b>Custom</b>.
          </li>
          <li>
            <b>Server</b>: <span className="mono">{ingest.url}</span>
          </li>
          <li>
            <b>Stream Key</b>: the stream key above.
            {settings.rtmpauth.enabled && ' Turn on Use authentication and enter the user name and password as well.'}
          </li>
          <li>
            Settings, Output: rate control <b>CBR</b>, key frame interval <b>{keyframeSeconds} s</b>, encoder H.264,
            sound AAC.
          </li>
          <li>Start streaming. The picture appears here within seconds.</li>
        </ol>
      ) : (
        <>
          {!shown && ingest.key !== null && <p className={classes.text}>Show the stream key to have it filled in.</p>}
          <CodeBlock what="command" code={ffmpegCommand({ url: ingest.url, key, settings })} />
        </>
      )}
    </Disclosure>
  );
}
