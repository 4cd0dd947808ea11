import type { Stream } from '@headwater/contract/streams/schema';
import { useState } from 'react';
import { formatSeconds } from '../../../lib/format.ts';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { HelpToggle } from './HelpToggle.tsx';
import classes from './OverviewTab.module.css';

/**
 * A page of one's own with a player: hls.js where it is needed, the browser itself where that plays HLS. Opened before
 * the broadcast, or cut off from it, it looks again every few seconds.
 */
const snippet = (url: string) => `<video id="live" controls muted autoplay playsinline></video>
<script type="module">
  import Hls from 'https://cdn.jsdelivr.net/npm/hls.js@1/dist/hls.mjs';
  const video = document.getElementById('live');
  const url = '${url}';
  if (Hls.isSupported()) {
    const hls = new Hls();
    hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
      if (fatal && type === Hls.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
      else if (fatal) setTimeout(() => hls.loadSource(url), 5000);
    });
    hls.loadSource(url);
    hls.attachMedia(video);
  } else {
    video.onerror = () => setTimeout(() => (video.src = url), 5000);
    video.src = url;
  }
</script>`;

/** Where viewers watch. */
export function PlaybackPanel({ stream }: { stream: Stream }) {
  const [helping, setHelping] = useState(false);
  const { playback, settings, delaySeconds } = stream;
  return (
    <>
      <div className={classes.playback}>
        <Panel title="Watch it">
          <Facts
            facts={[
              { label: 'HLS', value: <Copyable value={playback.hls} what="playback address" whole /> },
              ...(playback.rewind
                ? [
                    {
                      label: 'With rewind',
                      value: <Copyable value={playback.rewind} what="address with rewind" whole />,
                    },
                  ]
                : []),
              ...(delaySeconds > 0 ? [{ label: 'Delay', value: formatSeconds(delaySeconds) }] : []),
            ]}
          />
          {settings.securetoken.enabled && (
            <p className={classes.text}>
              Viewers need a signed link: without one the edge refuses them. How to sign stands under Settings, Secure
              token.
            </p>
          )}
          <HelpToggle opened={helping} onToggle={() => setHelping(!helping)}>
            Put it on your page
          </HelpToggle>
        </Panel>
      </div>
      {helping && (
        <div className={classes.help}>
          <Panel title="Put it on your page">
            <CodeBlock what="page code" code={snippet(playback.hls)} />
          </Panel>
        </div>
      )}
    </>
  );
}
