import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Section } from './lib/section.ts';
import { findMedia, listSegments, type Player, waitForSegment } from './live/player.ts';
import { cpuBetween, type Process, readProcess } from './live/processes.ts';
import { publishClip } from './live/publisher.ts';
import { startLiveStage } from './live/stage.ts';

const step = Number(process.env.BENCH_STEP ?? 30);
const mostSteps = Number(process.env.BENCH_STEPS ?? 10);
const settleMs = 3000;
const watchSeconds = 6;
const segmentSeconds = 2;
const lateSeconds = 1;
const askEveryMs = 1000;
const atOnce = 10;
const kbps = 500;

/** How many streams that go out as they come in fit on this machine, its publishers with it, before segments come late. */
export async function run(): Promise<Section> {
  const stage = await startLiveStage();
  const publishers: { pid: number; stop(): Promise<void> }[] = [];
  const players: Player[] = [];
  const good = { streams: 0, worstSeconds: 0 };
  let end = '';
  let used = '';
  try {
    const clip = await stage.makeClip('copies', kbps);
    for (let at = 1; at <= mostSteps && end === ''; at++) {
      const streams = await stage.addStreams('push', step);
      const publisher = publishClip(clip, streams.map(stage.urlOf));
      publishers.push(publisher);
      const added = streams.map(stage.playerOf);
      players.push(...added);
      try {
        await Promise.all(added.map((player) => waitForSegment(player, () => true, { everyMs: 500 })));
      } catch (error) {
        console.log(`${(error as Error).message} ${publisher.said()}`.trim());
        end = `of ${players.length} some did not begin`;
        break;
      }
      await sleep(settleMs);
      const [before, sending, startedAt] = [stage.processes(), readAll(publishers), performance.now()];
      const { worstSeconds, roundSeconds } = await watch(players);
      const [after, sent, took] = [stage.processes(), readAll(publishers), (performance.now() - startedAt) / 1000];
      const of = (role: keyof typeof after) => percent(cpuBetween(before[role], after[role], took));
      used = `publishers ${percent(cpuBetween(sending, sent, took))}, ingest ${of('ingest')}, ffmpegs ${of('encoders')}, agent ${of('agent')}, edge ${of('edge')}, the rest ${of('rest')}`;
      console.log(`${players.length} streams: ${worstSeconds.toFixed(2)} s without a new segment at worst; ${used}`);
      if (roundSeconds > segmentSeconds) {
        // Who asks so seldom does not see what comes late.
        end = `of ${players.length} it took ${roundSeconds.toFixed(1)} s to ask for all`;
      } else if (worstSeconds > segmentSeconds + lateSeconds) {
        end = `of ${players.length} some came ${(worstSeconds - segmentSeconds).toFixed(1)} s late`;
      } else Object.assign(good, { streams: players.length, worstSeconds });
    }
    const limit = end === '' ? `not found: as many as were tried (${mostSteps * step})` : end;
    return {
      title: `Live: streams of ${kbps} kbit/s that go out as they come in, before segments come late`,
      rows: [
        {
          what: `Streams at once, publishers and all on ${cpus().length} cores`,
          value: String(good.streams),
          against: '–',
          mark: 'recorded',
          note: `limit: ${limit}; of a core each: ${used}`,
        },
      ],
    };
  } finally {
    for (const publisher of publishers) await publisher.stop();
    await stage.stop();
  }
}

const readAll = (publishers: { pid: number }[]): Process[] => publishers.flatMap(({ pid }) => readProcess(pid));
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/**
 * The longest that any of these streams had nothing new at the edge: at least so long, as it is asked once a second; and
 * the longest that it took to ask for all.
 */
async function watch(players: Player[]): Promise<{ worstSeconds: number; roundSeconds: number }> {
  const newest = new Map<Player, { address: string; sinceMs: number }>();
  const medias = new Map<Player, string>();
  let worstMs = 0;
  let roundMs = 0;
  const endMs = Date.now() + watchSeconds * 1000;
  while (Date.now() < endMs) {
    const roundAtMs = Date.now();
    // No cached answer.
    const ending = `?at=${roundAtMs}`;
    const ask = async (player: Player): Promise<void> => {
      const media = medias.get(player) ?? (await findMedia(player));
      if (media === null) return;
      medias.set(player, media);
      const address = (await listSegments(player, media, ending)).at(-1) ?? '';
      const before = newest.get(player);
      if (before?.address !== address) newest.set(player, { address, sinceMs: Date.now() });
      else worstMs = Math.max(worstMs, Date.now() - before.sinceMs);
    };
    for (let at = 0; at < players.length; at += atOnce) await Promise.all(players.slice(at, at + atOnce).map(ask));
    roundMs = Math.max(roundMs, Date.now() - roundAtMs);
    await sleep(Math.max(0, roundAtMs + askEveryMs - Date.now()));
  }
  return { worstSeconds: worstMs / 1000, roundSeconds: roundMs / 1000 };
}
