import { pause } from '../../lib/pause.ts';
import type { Outbox } from '../reports/outbox.ts';
import { isoOf } from '../reports/words.ts';
import type { KeptStreams } from '../streams/kept-streams.ts';

const lookEveryMs = 1000;
const processEveryLooks = 5;
const pointEveryMs = 10_000;
const sessionEveryLooks = 15;

export type ObserverOptions = { streams: KeptStreams; outbox: Outbox; diskIsLow: () => boolean };

/** Looks at every stream once a second: warnings, charts, processes, and sessions as they grow. */
export async function observeStreams(
  { streams, outbox, diskIsLow }: ObserverOptions,
  signal: AbortSignal,
): Promise<void> {
  for (let looks = 1; !signal.aborted; looks += 1) {
    await pause(lookEveryMs, signal);
    const nowMs = Date.now();
    const isPoint = Math.floor(nowMs / pointEveryMs) !== Math.floor((nowMs - lookEveryMs) / pointEveryMs);
    for (const stream of streams.all()) {
      stream.look.look(diskIsLow());
      if (stream.state.phase === 'idle') continue;
      if (looks % processEveryLooks === 0) await stream.look.lookAtProcess();
      if (looks % sessionEveryLooks === 0) stream.tellSession();
      const { health } = stream.look;
      if (!isPoint || health === null) continue;
      const { bitrateKbps, fps, keyframeSeconds, droppedFrames } = health;
      const at = isoOf(Math.floor(nowMs / pointEveryMs) * pointEveryMs);
      outbox.putHealth({ streamId: stream.id, at, bitrateKbps, fps, keyframeSeconds, droppedFrames });
    }
  }
}
