import type { Stream } from '@headwater/contract/streams/schema';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { publishKey } from '../publish-key.ts';
import help from './Help.module.css';
import classes from './OverviewTab.module.css';
import { ffmpegCommand, keyframeSeconds, secretsOf } from './set-up.ts';

type Props = { ingest: NonNullable<Stream['ingest']>; settings: Stream['settings']; shown: boolean };

/** How to set up what publishes. What is hidden is hidden here as well, and copied as it is. */
export function SetUpHelp({ ingest, settings, shown }: Props) {
  const [tool, setTool] = useState<'obs' | 'ffmpeg'>('obs');
  const { real, seen } = secretsOf(ingest.key, settings.rtmpauth, shown);
  return (
    <Panel
      title="Set up your encoder"
      aside={
        <SegmentedControl
          size="xs"
          aria-label="Encoder"
          data={[
            { value: 'obs', label: 'OBS' },
            { value: 'ffmpeg', label: 'ffmpeg' },
          ]}
          value={tool}
          onChange={(next) => setTool(next as typeof tool)}
        />
      }
    >
      {tool === 'obs' ? (
        <ol className={help.steps}>
          <li>
            Settings, Stream: choose the service <b>Custom</b>.
          </li>
          <li>
            <b>Server</b>: <span className="mono">{ingest.url}</span>
          </li>
          <li>
            <b>Stream Key</b>:{' '}
            {seen.rtmpauth.enabled ? (
              <>
                the stream key with user name and password behind it. Leave <b>Use authentication</b> off.
                <Copyable
                  value={publishKey(real.key, real.rtmpauth)}
                  text={publishKey(seen.key, seen.rtmpauth)}
                  what="stream key with user name and password"
                  whole
                />
              </>
            ) : (
              'the stream key above.'
            )}
          </li>
          <li>
            Settings, Output: rate control <b>CBR</b>, key frame interval <b>{keyframeSeconds} s</b>, encoder H.264,
            sound AAC.
          </li>
          <li>Start streaming. The picture appears here within seconds.</li>
        </ol>
      ) : (
        <>
          {!shown && ingest.key !== null && (
            <p className={classes.text}>
              {seen.rtmpauth.enabled ? 'Key and password are' : 'The key is'} hidden here, and filled in when you copy.
            </p>
          )}
          <CodeBlock what="command" code={ffmpegCommand(ingest.url, seen)} copied={ffmpegCommand(ingest.url, real)} />
        </>
      )}
    </Panel>
  );
}
