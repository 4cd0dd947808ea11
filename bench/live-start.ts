import { setTimeout as sleep } from 'node:timers/promises';
import { defaultProfiles, type Profile } from '@headwater/contract/transcoding/profile';
import { median, ratioOf, takeTurns } from './lib/rounds.ts';
import type { Section } from './lib/section.ts';
import { startPlainHls } from './live/plain-hls.ts';
import { waitForSegment } from './live/player.ts';
import { publishClip } from './live/publisher.ts';
import { startLiveStage } from './live/stage.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
/** Rounds of a viewer whose questions a cache may answer; they are recorded only. */
const cachedRounds = 3;
const anySegment = () => true;

/** From a publisher's question to the first segment that plays, beside ffmpeg's own HLS muxer behind the same ingest. */
export async function run(): Promise<Section> {
  const stage = await startLiveStage();
  const plain = await startPlainHls();
  try {
    const clip = await stage.makeClip('start', 2500);
    const streams = {
      push: await stage.addStreams('push', rounds + cachedRounds),
      abr: await stage.addStreams('abr', rounds),
    };
    const startOurs = async (type: 'push' | 'abr', asLate = false) => {
      const stream = streams[type].pop()!;
      const publisher = publishClip(clip, [stage.urlOf(stream)]);
      const playableMs = await waitForSegment(stage.playerOf(stream), anySegment, { asLate });
      const startedMs = await stage.startedAtMs(stream);
      await publisher.stop();
      // The encoder of the round before is gone before the next one starts.
      while (stage.encoderOf(stream.id)) await sleep(50);
      return playableMs - startedMs;
    };
    let plainStreams = 0;
    const startPlain = async (rungs: readonly Profile[]) => {
      const name = `plain${plainStreams++}`;
      const { url, player } = plain.add(name, rungs);
      const publisher = publishClip(clip, [url]);
      const playableMs = await waitForSegment(player, anySegment);
      await publisher.stop();
      await plain.end(name);
      return playableMs - plain.startedAtMs(name);
    };
    const copy = await takeTurns({ ours: () => startOurs('push'), plain: () => startPlain([]) }, rounds);
    const ladder = await takeTurns({ ours: () => startOurs('abr'), plain: () => startPlain(defaultProfiles) }, rounds);
    const late: number[] = [];
    for (let round = 0; round < cachedRounds; round++) late.push(await startOurs('push', true));
    return {
      title: 'Live: from a publisher who asks to be let in to the first segment that plays (key frames every 2 s)',
      rows: [
        row('What comes in as it is', copy),
        row(`A ladder of ${defaultProfiles.map(({ name }) => name).join(', ')}`, ladder),
        {
          what: 'What comes in as it is, for a viewer among many who ask for it already',
          value: `${median(late).toFixed(0)} ms`,
          against: `for the first who asks: ${median(copy.ours).toFixed(0)} ms`,
          ratio: median(late) / median(copy.ours),
          mark: 'recorded',
          note: 'edges keep “nothing to play now” for a second',
        },
      ],
    };
  } finally {
    await plain.stop();
    await stage.stop();
  }
}

function row(what: string, { ours, plain }: { ours: number[]; plain: number[] }): Section['rows'][number] {
  const ratio = ratioOf(ours, plain);
  return {
    what,
    value: `${median(ours).toFixed(0)} ms at the edge`,
    against: `ffmpeg's HLS muxer behind the same ingest: ${median(plain).toFixed(0)} ms at nginx`,
    ratio,
    mark: '≤ 1.2',
    met: ratio <= 1.2,
    note: `median of ${ours.length} rounds; ours passes an edge more`,
  };
}
