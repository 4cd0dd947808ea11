import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Playlist, Playlists } from '@headwater/nodes/live/hls/playlists';
import { createHlsServer } from '@headwater/nodes/live/hls/service';
import { SegmentIndex } from '@headwater/nodes/live/segments/segment-index';

/**
 * A manifest service of its own over an index as long as a viewer may go back, in a process as its agent is. `POST /add`
 * adds a segment; `GET /renders` tells what was rendered since it was asked before.
 */
const [segments = '', secondsEach = '', door = ''] = process.argv.slice(2);
const [count, seconds] = [Number(segments), Number(secondsEach)];
const folder = mkdtempSync(join(tmpdir(), 'dvr-'));
const mediaFolder = join(folder, 'media');
const index = new SegmentIndex({ folder, mediaFolder });
const media = { codecs: 'avc1.64001f,mp4a.40.2', width: 1280, height: 720, fps: 30 };
const startedAtMs = Date.now() - count * seconds * 1000;
const part = index.openPart({ streamId: 'long', sessionId: 's', rungs: [{ rung: 'v0' }], startedAtMs });
let added = 0;

function add(): void {
  const at = startedAtMs + added * seconds * 1000;
  const facts = { startedAtMs: at, durationSeconds: seconds, sizeBytes: 600_000, keyFrames: 1, media };
  index.addSegment({ streamId: 'long', part, rung: 'v0', file: `long/r/v0/${added}.ts`, ...facts });
  added++;
}
while (added < count) add();

let answers = 0;
let renders: { ms: number; isDelta: boolean }[] = [];
const known = new WeakSet<Playlist>();
const media0 = Playlists.prototype.media;
// Each playlist that is given out is rendered once, so those not seen before are the renders.
Playlists.prototype.media = function (...args) {
  const startedAt = performance.now();
  const playlist = media0.apply(this, args);
  const ms = performance.now() - startedAt;
  answers++;
  if (playlist !== null && !known.has(playlist)) {
    known.add(playlist);
    renders.push({ ms, isDelta: args[3] });
  }
  return playlist;
};

const stream = {
  id: 'long',
  path: 'long',
  door,
  disabled: 'no' as const,
  rewindSeconds: count * seconds,
  delaySeconds: 0,
};
const hls = createHlsServer({ index, mediaFolder, streamOf: (id) => (id === 'long' ? stream : undefined) });
const server = createServer((request, response) => {
  if (request.url === '/add') {
    add();
    response.end();
  } else if (request.url === '/renders') {
    response.end(JSON.stringify({ renders, answers, added }));
    [renders, answers] = [[], 0];
  } else hls.emit('request', request, response);
}).listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
process.once('SIGTERM', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
