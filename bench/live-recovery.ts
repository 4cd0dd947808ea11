import { setTimeout as sleep } from 'node:timers/promises';
import type { Stream } from '@headwater/contract/streams/schema';
import { readAddress } from '@headwater/nodes/live/hls/addresses';
import { median } from './lib/rounds.ts';
import type { Section } from './lib/section.ts';
import { findMedia, listSegments, waitForSegment } from './live/player.ts';
import { publishClip } from './live/publisher.ts';
import { startLiveStage } from './live/stage.ts';

const copies = 3;
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const targetMs = 4000;
/** An encoder that gave fewer segments than five counts as one that fails, and is started again later. */
const betweenKillsMs = 12_000;

/** From the death of an encoder to the first segment of the one that follows it. */
export async function run(): Promise<Section> {
  const stage = await startLiveStage();
  try {
    const clip = await stage.makeClip('recovery', 2500);
    const pushed = await stage.addStreams('push', copies);
    const ladders = await stage.addStreams('abr', 1);
    const streams = [...pushed, ...ladders];
    const publishers = streams.map((stream) => publishClip(clip, [stage.urlOf(stream)]));
    const lastKillMs = new Map<string, number>();
    for (const stream of streams) lastKillMs.set(stream.id, await waitForSegment(stage.playerOf(stream), () => true));

    async function kill(stream: Stream): Promise<number> {
      await sleep(Math.max(0, lastKillMs.get(stream.id)! + betweenKillsMs - Date.now()));
      const player = stage.playerOf(stream);
      const before = Math.max(...(await listSegments(player, (await findMedia(player))!)).map(partOf));
      const encoder = stage.encoderOf(stream.id);
      if (!encoder) throw new Error('there is no encoder to kill');
      const killedMs = Date.now();
      process.kill(encoder.pid, 'SIGKILL');
      const playableMs = await waitForSegment(player, (path) => partOf(path) > before);
      lastKillMs.set(stream.id, playableMs);
      return playableMs - killedMs;
    }
    const times = { copy: [] as number[], ladder: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      for (const stream of pushed) times.copy.push(await kill(stream));
      for (const stream of ladders) times.ladder.push(await kill(stream));
    }
    for (const publisher of publishers) await publisher.stop();
    return {
      title: 'Live: from a killed encoder to the next new segment that plays (key frames every 2 s)',
      rows: [row('What comes in as it is', times.copy), row('A ladder of three rungs', times.ladder)],
    };
  } finally {
    await stage.stop();
  }
}

/** The part that a segment's address names: each encoder begins one. */
const partOf = (path: string): number => readAddress(path.split('/').at(-1)!.replace('.ts', ''))!.part;

function row(what: string, times: number[]): Section['rows'][number] {
  const middle = median(times);
  return {
    what,
    value: `${middle.toFixed(0)} ms (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`,
    against: '–',
    mark: `recorded; target ${targetMs / 1000} s`,
    met: middle <= targetMs,
    note: `median of ${times.length} kills; a segment begins with a key frame, up to 2 s later, and is 2 s long`,
  };
}
