import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ffprobeFile, findFfmpeg } from '@headwater/engines/ffmpeg';
import { findNginxRtmp } from '@headwater/engines/nginx-rtmp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeControlPlane } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { pushStream } from './testing/live-document.ts';
import { RealLive } from './testing/real-live.ts';

let control: FakeControlPlane;
let live: RealLive;

/** Takes whatever is brought, but for the first that it was told to refuse. */
class Storage {
  readonly stored = new Map<string, Buffer>();
  refuse = 0;
  readonly #server = http.createServer();
  url = '';

  async start(): Promise<this> {
    const take = async (request: http.IncomingMessage, response: http.ServerResponse, isAsked: boolean) => {
      if (this.refuse > 0) {
        this.refuse -= 1;
        response.writeHead(404).end('not yet');
        return;
      }
      if (isAsked) response.writeContinue();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      this.stored.set(`${request.url} ${request.headers['x-headwater-door']}`, Buffer.concat(chunks));
      response.writeHead(201).end();
    };
    this.#server.on('checkContinue', (request, response) => void take(request, response, true));
    this.#server.on('request', (request, response) => void take(request, response, false));
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

describe.skipIf(!findNginxRtmp().ok || !findFfmpeg().ok)('a recording', { timeout: 90_000 }, () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await new Storage().start();
    control = await new FakeControlPlane('live').start();
    live = await new RealLive(control).prepare();
    live.script = 'scarce-room.ts';
    await live.startAll();
  }, 90_000);
  afterAll(async () => {
    await live.remove();
    await control.stop();
    storage.stop();
    expect(control.violations).toEqual([]);
  });

  const stateOf = (id: string) => live.recordings(id).at(-1)?.state;
  const secondsOf = (id: string) => live.recordings(id).at(-1)?.durationSeconds ?? 0;
  const place = (recordingId: string) => ({
    recordingId,
    url: `${storage.url}/recordings/${recordingId}.mp4`,
    door: 'storage-door-0123456',
  });
  const plays = async (id: string, from = -1, segments = 2) =>
    await until(async () => (await live.lastSequence(id)) >= from + segments, `segments of ${id}`);

  test('of a session with a reconnect is one file of the right length, brought to storage and then let go', async () => {
    await live.applied(control.put('stream/a', pushStream('a', { record: true, reconnectSeconds: 60 })));
    const first = live.publish('a', { seconds: 300 });
    await plays('a', -1, 3);
    expect(stateOf('a')).toBe('recording');
    await first.stop('SIGINT');
    await live.phase('a', 'reconnecting');
    const between = await live.lastSequence('a');
    const second = live.publish('a', { seconds: 300 });
    await plays('a', between, 3);
    await live.applied(control.put('stream/a', pushStream('a', { record: true, reconnectSeconds: 1 })));
    await second.stop('SIGINT');
    await until(() => stateOf('a') === 'finished', 'the file');
    const [told] = live.recordings('a');
    expect(live.recordings('a')).toHaveLength(1);
    const file = join(live.folder, 'recordings', `${told?.id}.mp4`);
    const programs = findFfmpeg();
    if (!programs.ok || told === undefined) throw new Error('nothing to probe');
    const probed = await ffprobeFile(programs.ffprobe, file);
    expect(Math.abs(probed.durationSeconds - told.durationSeconds)).toBeLessThan(0.1);
    // Whatever could be seen is in it.
    const seen = (await live.media('a', 'rewind.m3u8')).matchAll(/#EXTINF:([\d.]+)/g);
    const seenSeconds = [...seen].reduce((sum, [, seconds]) => sum + Number(seconds), 0);
    expect(seenSeconds).toBeGreaterThan(9);
    expect(Math.abs(told.durationSeconds - seenSeconds)).toBeLessThan(0.2);
    expect(told.detail).toBe('');

    storage.refuse = 1;
    control.places = [place(told.id)];
    await until(() => stateOf('a') === 'stored', 'the recording to be in storage');
    const bytes = storage.stored.get(`/recordings/${told.id}.mp4 storage-door-0123456`);
    expect(
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    ).toBe(told.sha256);
    await until(async () => (await readdir(join(live.folder, 'recordings'))).length === 0, 'the file to be gone');
  });

  test('is finished by the next agent when this one was killed, and loses a segment at most by a killed encoder', async () => {
    await live.applied(control.put('stream/b', pushStream('b', { record: true, reconnectSeconds: 2 })));
    const publisher = live.publish('b', { seconds: 300 });
    await plays('b');
    const startedMs = Date.now();
    const [pid = 0] = await live.encodersOf('b');
    process.kill(pid, 'SIGKILL');
    await until(async () => (await live.encodersOf('b')).some((other) => other !== pid), 'the next encoder');
    const awaySeconds = (Date.now() - startedMs) / 1000;
    const before = await live.lastSequence('b');
    await plays('b', before, 3);
    await publisher.stop('SIGINT');
    const publishedSeconds = (Date.now() - startedMs) / 1000;
    await live.end('agent');
    live.start('agent');
    await until(() => stateOf('b') === 'finished', 'the file');
    expect(live.recordings('b')).toHaveLength(1);
    // The next encoder waits for a key frame after it has begun; until it was there nothing could be had.
    expect(secondsOf('b')).toBeGreaterThan(publishedSeconds - awaySeconds - 4);
    const [told] = live.recordings('b');
    control.gone = [told?.id ?? ''];
    await until(async () => (await readdir(join(live.folder, 'recordings'))).length === 0, 'a deleted one to be gone');
  });

  test('begins and ends with the setting, while the session goes on', async () => {
    await live.applied(control.put('stream/c', pushStream('c')));
    const publisher = live.publish('c', { seconds: 300 });
    await plays('c');
    expect(live.recordings('c')).toEqual([]);
    const askedMs = Date.now();
    control.put('stream/c', pushStream('c', { record: true }));
    await until(() => stateOf('c') === 'recording', 'the recording');
    const before = await live.lastSequence('c');
    await plays('c', before, 2);
    control.put('stream/c', pushStream('c', { record: false }));
    await until(() => stateOf('c') === 'finished', 'the file');
    expect(secondsOf('c')).toBeGreaterThan(3);
    // From the beginning of the segment that was open then.
    expect(secondsOf('c')).toBeLessThan((Date.now() - askedMs) / 1000 + 3);
    expect(live.sessions('c')).toMatchObject([{ state: 'live' }]);
    await publisher.stop();
  });

  test('ends first when room gets scarce, then the stream does, and both come back with room', async () => {
    await live.applied(control.put('stream/d', pushStream('d', { record: true })));
    const publisher = live.publish('d', { seconds: 300 });
    await plays('d');
    const say = (mebibytes: number) => writeFile(join(live.folder, 'free-mebibytes'), String(mebibytes));
    await say(900);
    await until(() => stateOf('d') === 'finished', 'the recording to end');
    await until(() => live.last?.warnings.join().includes('nothing is recorded') === true, 'the warning of the node');
    await until(() => live.state('d')?.warnings.some(({ code }) => code === 'low_disk') === true, 'the warning');
    expect(live.state('d')?.state).toBe('live');
    await say(100);
    expect(await publisher.ended).not.toBe(0);
    await live.phase('d', 'failing');
    expect(live.sessions('d').at(-1)).toMatchObject({ state: 'ended', reason: 'disk_full' });
    const refused = live.publish('d', { seconds: 20 });
    expect(await refused.ended).not.toBe(0);
    await until(
      () => live.sessions('d').at(-1)?.reason === 'disk_full' && live.sessions('d').at(-1)?.state === 'refused',
      'the refusal',
    );
    await say(5000);
    await live.phase('d', 'idle');
    const again = live.publish('d', { seconds: 300 });
    await until(() => live.recordings('d').length === 2, 'another recording');
    await again.stop();
  });
});
