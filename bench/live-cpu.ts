import { setTimeout as sleep } from 'node:timers/promises';
import type { Stream } from '@headwater/contract/streams/schema';
import type { Section } from './lib/section.ts';
import { waitForSegment, watch } from './live/player.ts';
import { cpuBetween } from './live/processes.ts';
import { publishClip } from './live/publisher.ts';
import { startLiveStage } from './live/stage.ts';

const copies = 10;
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
/** Encoders read on quickly at first, and take more. */
const settleMs = 6000;
const idleSeconds = 10;

/** What the agent, which is the manifest service too, takes beside the encoders that it runs. */
export async function run(): Promise<Section> {
  const stage = await startLiveStage();
  try {
    const idle = await measure([], idleSeconds);
    const small = await stage.makeClip('small', 500);
    const copied = await whileLive(small, await stage.addStreams('push', copies));
    const large = await stage.makeClip('large', 2500);
    const ladder = await whileLive(large, await stage.addStreams('abr', 1));

    async function whileLive(clip: string, streams: Stream[]) {
      // One process each: what publishes apart does not come in one rush.
      const publishers = streams.map((stream) => publishClip(clip, [stage.urlOf(stream)]));
      for (const stream of streams) await waitForSegment(stage.playerOf(stream), () => true);
      await sleep(settleMs);
      const measured = await measure(streams);
      for (const publisher of publishers) await publisher.stop();
      while (stage.processes().encoders.length > 0) await sleep(100);
      return measured;
    }

    async function measure(streams: Stream[], forSeconds = seconds) {
      const ending = new AbortController();
      const viewers = streams.map((stream) => watch(stage.playerOf(stream), ending.signal));
      const [before, startedAt] = [stage.processes(), performance.now()];
      await sleep(forSeconds * 1000);
      const [after, took] = [stage.processes(), (performance.now() - startedAt) / 1000];
      ending.abort();
      const seen = await Promise.all(viewers);
      if (seen.some((one) => one.failed > 0 || one.segments < forSeconds / 4)) {
        throw new Error(`viewers did not get their segments: ${JSON.stringify(seen)}`);
      }
      const of = (role: 'agent' | 'encoders' | 'ingest') => cpuBetween(before[role], after[role], took);
      return { agent: of('agent'), encoders: of('encoders'), ingest: of('ingest') };
    }

    const perCopy = copied.agent / copies;
    return {
      title: `Live: processor time of the agent with the manifest service (${seconds} s, a viewer for each stream)`,
      rows: [
        {
          what: 'Beside a ladder of three rungs',
          value: `${percent(ladder.agent)} of a core`,
          against: `its ffmpeg: ${percent(ladder.encoders)} of a core`,
          ratio: ladder.agent / ladder.encoders,
          mark: '≤ 0.05',
          met: ladder.agent / ladder.encoders <= 0.05,
          note: `with nothing to do the agent takes ${percent(idle.agent)}, which is counted`,
        },
        {
          what: `For each of ${copies} streams of 500 kbit/s that go out as they come in`,
          value: `${percent(perCopy)} of a core`,
          against: `its ffmpeg: ${percent(copied.encoders / copies)} of a core`,
          ratio: copied.agent / copied.encoders,
          mark: '≤ 0.5 % of a core',
          met: perCopy <= 0.005,
          note: `a tenth of all that the agent took; the ingest takes ${percent(copied.ingest / copies)} for each`,
        },
      ],
    };
  } finally {
    await stage.stop();
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;
