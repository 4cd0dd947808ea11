import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startServer } from './lib/child.ts';
import { demandWrk } from './lib/edge-load.ts';
import { median } from './lib/rounds.ts';
import type { Section } from './lib/section.ts';
import { load } from './lib/wrk.ts';
import { ask } from './live/player.ts';

const segments = 10_800;
const segmentSeconds = 2;
const quietRenders = 50;
/** No multiple of a segment: the last one added is asked for, too. */
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const door = 'the-door-of-the-bench';
const path = '/long/long/rewind/v0.m3u8';
const delta = `${path}?_HLS_skip=YES`;

type Told = { renders: { ms: number; isDelta: boolean }[]; answers: number; added: number };

/** A playlist of six hours: what it takes to write it, and to give it. */
export async function run(): Promise<Section> {
  demandWrk();
  const program = join(import.meta.dirname, 'live/dvr-service.ts');
  const service = await startServer(program, [String(segments), String(segmentSeconds), door]);
  const player = { port: service.port, host: '127.0.0.1', path, headers: { 'X-Headwater-Door': door } };
  const told = async () => JSON.parse((await ask(player, '/renders')).body.toString()) as Told;
  try {
    const whole = await ask(player, path);
    const listed = whole.body.toString().match(/#EXTINF/g)?.length;
    if (listed !== segments) throw new Error(`the playlist lists ${listed} segments`);
    const skipped = await ask(player, delta);
    await told();
    for (let n = 0; n < quietRenders; n++) {
      await ask(player, '/add');
      for (const one of [path, delta]) await ask(player, one);
    }
    const quiet = await told();
    const renderMs = (isDelta: boolean) =>
      median(quiet.renders.filter((one) => one.isDelta === isDelta).map(({ ms }) => ms));

    const underLoad = async (what: string, headers: Record<string, string> = {}) => {
      const [before] = [await told(), await ask(player, '/add')];
      const adding = setInterval(() => void ask(player, '/add'), segmentSeconds * 1000);
      const url = `http://127.0.0.1:${service.port}${what}`;
      const { requestsPerSecond, failed } = await load(url, { seconds, headers: { ...player.headers, ...headers } });
      clearInterval(adding);
      if (failed > 0) throw new Error(`${failed} requests for ${what} failed`);
      const { renders, answers, added } = await told();
      return { requestsPerSecond, renders: renders.length, answers, added: added - before.added };
    };
    const full = await underLoad(path);
    const zipped = await underLoad(path, { 'Accept-Encoding': 'gzip' });
    const deltas = await underLoad(delta);
    const all = [full, zipped, deltas];
    const sum = (pick: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + pick(one), 0);
    const [renders, added] = [sum((one) => one.renders), sum((one) => one.added)];
    return {
      title: `Live: a playlist of ${(segments * segmentSeconds) / 3600} hours (${segments} segments, one rung)`,
      rows: [
        {
          what: 'Written anew after a segment',
          value: `${renderMs(false).toFixed(2)} ms`,
          against: `for players that have the rest (EXT-X-SKIP): ${renderMs(true).toFixed(2)} ms`,
          mark: 'recorded',
          note: `median of ${quietRenders}`,
        },
        {
          what: 'Size',
          value: `${kilobytes(whole.body)}, gzipped ${kilobytes(gzipSync(whole.body, { level: 5 }))}`,
          against: `with EXT-X-SKIP: ${kilobytes(skipped.body)}`,
          mark: 'recorded',
        },
        {
          what: 'requests/s, whole, gzipped',
          value: `${Math.round(zipped.requestsPerSecond)}/s`,
          against: `not gzipped: ${Math.round(full.requestsPerSecond)}/s`,
          mark: 'recorded',
          note: '16 connections, a segment more every 2 s',
        },
        {
          what: 'requests/s with EXT-X-SKIP',
          value: `${Math.round(deltas.requestsPerSecond)}/s`,
          against: '–',
          mark: 'recorded',
          note: '16 connections, a segment more every 2 s',
        },
        {
          what: 'Renders under that load',
          value: `${renders} for ${sum((one) => one.answers)} answers`,
          against: `segments added: ${added}`,
          ratio: renders / added,
          mark: 'one a segment',
          met: renders === added,
          note: 'counted in the service',
        },
      ],
    };
  } finally {
    await service.stop();
  }
}

const kilobytes = (bytes: Buffer): string => `${(bytes.length / 1000).toFixed(1)} KB`;
