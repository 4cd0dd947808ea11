import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@headwater/engines/lib/testing';
import { demandWrk } from './lib/edge-load.ts';
import { median, ratioOf, takeTurns } from './lib/rounds.ts';
import type { Section } from './lib/section.ts';
import { load } from './lib/wrk.ts';
import { ask, findMedia, waitForSegment } from './live/player.ts';
import { publishClip } from './live/publisher.ts';
import { startLiveStage } from './live/stage.ts';
import { startStatic } from './live/static.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const otherStreams = 50;
const windowSegments = 6;

/** How many playlists of a live window the manifest service gives, beside the same bytes as a file of nginx. */
export async function run(): Promise<Section> {
  demandWrk();
  const stage = await startLiveStage();
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const plain = await startStatic(folder, port);
  try {
    await stage.addStreams('push', otherStreams);
    const [stream] = await stage.addStreams('push', 1);
    const publisher = publishClip(await stage.makeClip('manifests', 500), [stage.urlOf(stream!)]);
    const door = stage.doorOf(stream!);
    let segments = 0;
    const known = new Set<string>();
    // A whole window.
    while (segments < windowSegments) {
      await waitForSegment(door, (path) => !known.has(path) && known.add(path) !== undefined);
      segments++;
    }
    const media = (await findMedia(door))!;
    const { body } = await ask(door, media);
    writeFileSync(join(folder, 'v0.m3u8'), body);
    const perSecond = async (url: string, headers: Record<string, string>) => {
      const { requestsPerSecond, failed } = await load(url, { seconds, headers });
      if (failed > 0) throw new Error(`${failed} requests to ${url} failed`);
      return requestsPerSecond;
    };
    const speed = await takeTurns(
      {
        ours: () => perSecond(`http://127.0.0.1:${door.port}${media}`, door.headers),
        plain: () => perSecond(`http://127.0.0.1:${port}/v0.m3u8`, {}),
      },
      rounds,
    );
    await publisher.stop();
    const ratio = ratioOf(speed.ours, speed.plain);
    return {
      title: 'Live: playlists of a live window',
      rows: [
        {
          what: `requests/s to the manifest service, ${body.length} bytes, while the stream goes on`,
          value: `${Math.round(median(speed.ours))}/s`,
          against: `the same bytes as a file, nginx with one worker: ${Math.round(median(speed.plain))}/s`,
          ratio,
          mark: '≥ 0.3',
          met: ratio >= 0.3,
          note: `16 connections, median of ${rounds} rounds; the node carries ${otherStreams} streams more; edges ask once a second`,
        },
      ],
    };
  } finally {
    await plain.stop();
    await stage.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
