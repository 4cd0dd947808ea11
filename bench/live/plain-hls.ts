import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Profile } from '@headwater/contract/transcoding/profile';
import { encodeArgv } from '@headwater/engines/ffmpeg';
import { programsOf } from '@headwater/engines/ffmpeg/testing';
import { endProcess, freePort } from '@headwater/engines/lib/testing';
import { TestRtmp } from '@headwater/engines/nginx-rtmp/testing';
import type { Player } from './player.ts';
import { startStatic } from './static.ts';

/**
 * What a person would build by hand: the same ingest with a hook that starts an ffmpeg, whose own HLS muxer writes files that
 * nginx serves. Tuned as well as we know: the publisher is let in once the encoder waits for it, as ours is.
 */
export async function startPlainHls() {
  const folder = mkdtempSync(join(tmpdir(), 'plain-hls-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const files = await startStatic(folder, port);
  const encoders = new Map<string, ChildProcess>();
  const waiting = new Map<string, () => void>();
  const rungsOf = new Map<string, readonly Profile[]>();
  const startedAt = new Map<string, number>();
  const ingest = new TestRtmp();
  ingest.answer = async ({ call, name }) => {
    if (call === 'play') waiting.get(name)?.();
    if (call !== 'publish') return true;
    startedAt.set(name, Date.now());
    const encoderIsThere = new Promise<void>((resolve) => waiting.set(name, resolve));
    const [command, ...flags] = hlsArgv(`${ingest.layout.playUrl}/${name}`, rungsOf.get(name)!);
    const cwd = join(folder, name);
    encoders.set(name, spawn(command!, flags, { cwd, stdio: 'ignore' }));
    await encoderIsThere;
    return true;
  };
  await ingest.start();
  const end = (name: string): Promise<void> => endProcess(encoders.get(name));
  return {
    /** Lays a stream; `rungs` empty: what comes in goes out as it is. */
    add(name: string, rungs: readonly Profile[]): { url: string; player: Player } {
      mkdirSync(join(folder, name));
      writeFileSync(
        join(folder, name, 'index.m3u8'),
        `#EXTM3U\n${names(rungs)
          .map((rung) => `#EXT-X-STREAM-INF:BANDWIDTH=2500000\n${rung}.m3u8\n`)
          .join('')}`,
      );
      rungsOf.set(name, rungs);
      return { url: ingest.urlOf(name), player: { port, host: '127.0.0.1', path: `/${name}/index.m3u8`, headers: {} } };
    },
    /** When its publisher asked to be let in. */
    startedAtMs: (name: string) => startedAt.get(name)!,
    end,
    async stop() {
      for (const name of encoders.keys()) await end(name);
      await ingest.stop();
      await files.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const names = (rungs: readonly Profile[]) => Array.from({ length: Math.max(1, rungs.length) }, (_, n) => `v${n}`);

/** Our own command line, its segments and lists exchanged for the HLS muxer's: the encoders are the same. */
function hlsArgv(url: string, rungs: readonly Profile[]): string[] {
  const argv = encodeArgv({
    programs: programsOf(),
    input: { kind: 'session', url },
    rungs,
    filter: null,
    segmentSeconds: 2,
    startNumber: 0,
  });
  for (const rung of names(rungs)) {
    const to = argv.indexOf(`${rung}/%d.ts`);
    const from = argv.lastIndexOf('-avoid_negative_ts', to);
    const hls = ['-f', 'hls', '-hls_time', '2', '-hls_list_size', '6', '-hls_segment_filename', `${rung}-%d.ts`];
    const flags = 'delete_segments+independent_segments+program_date_time+temp_file';
    argv.splice(from, to - from + 1, ...hls, '-hls_flags', flags, `${rung}.m3u8`);
  }
  return argv;
}
