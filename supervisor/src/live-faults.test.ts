import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findFfmpeg } from '@headwater/engines/ffmpeg';
import { findNginxRtmp } from '@headwater/engines/nginx-rtmp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Customer, visit } from './testing/customer.ts';
import { Installation, until } from './testing/installation.ts';
import { publish, unpublish } from './testing/publisher.ts';

type Stream = { ingest: { url: string; secureUrl: string; key: string }; playback: { hls: string } };

let headwater: Installation;
let stream: Stream;
let publisher: ChildProcess | undefined;

/** How many segments there have been, by what a player sees at the edge; 0 while there is nothing to play. */
async function countSegments(): Promise<number> {
  const { hostname, pathname } = new URL(stream.playback.hls);
  const fetch = async (path: string) => {
    const { status, body } = await visit(headwater.ports.edge, hostname, path).catch(() => ({ status: 0, body: '' }));
    return status === 200 ? body : '';
  };
  const master = await fetch(pathname);
  const media = master.split('\n').find((line) => line.endsWith('.m3u8'));
  if (!media) return 0;
  const text = await fetch(new URL(media, stream.playback.hls).pathname);
  const before = /#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1];
  return before === undefined ? 0 : Number(before) + text.split('#EXTINF').length - 1;
}

async function expectToGoOn(): Promise<void> {
  const before = await countSegments();
  await until(async () => (await countSegments()) > before + 1, 60_000);
}

/** Who publishes comes again, and tries until it is let in: what takes it in may just be starting. */
async function expectToBegin(url: string): Promise<void> {
  if (publisher) await unpublish(publisher);
  publisher = publish(url);
  let before: number | null = null;
  await until(async () => {
    if (publisher?.exitCode !== null) publisher = publish(url);
    else if (findEncoders().length > 0) before ??= await countSegments();
    return before !== null && (await countSegments()) > before + 1;
  }, 90_000);
}

const findEncoders = () =>
  headwater.processes().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8') === 'ffmpeg\n';
    } catch {
      return false;
    }
  });

describe.skipIf(!findNginxRtmp().ok || !findFfmpeg().ok)('a stream that is published', () => {
  beforeAll(async () => {
    headwater = await (await Installation.lay()).start();
    const customer = await new Customer(headwater.ports.api).signIn();
    const path = `/services/${customer.serviceId}/streams/push`;
    await until(async () => {
      const { streams } = await customer.call<{ streams: (Stream & { deployment: { state: string } })[] }>('GET', path);
      stream = streams[0]!;
      return streams[0]?.deployment.state === 'live';
    });
  });
  afterAll(async () => {
    if (publisher) await unpublish(publisher);
    await headwater.remove();
  });

  test('is played through the edge, and the terminal says where streams are taken in', async () => {
    const { rtmp, rtmps } = headwater.ports;
    expect(headwater.output).toContain(
      `Streams are taken in on 127.0.0.1, port ${rtmp} by RTMP and ${rtmps} by RTMPS\n`,
    );
    await expectToBegin(`${stream.ingest.secureUrl}/${stream.ingest.key}`);
  });

  test('kill -9 of the agent: encoder and publisher go on, and so does what players get', async () => {
    const encoders = findEncoders();
    expect(encoders).toHaveLength(1);
    await headwater.kill('live-agent');
    await expectToGoOn();
    expect(findEncoders()).toEqual(encoders);
    expect(publisher?.exitCode).toBeNull();
  });

  test('kill -9 of nginx: a publisher that comes again goes on', async () => {
    await headwater.kill('nginx-rtmp');
    await expectToBegin(`${stream.ingest.url}/${stream.ingest.key}`);
  });

  test('kill -9 of the supervisor: the next start leaves no encoder of the last run, and takes streams in', async () => {
    const encoders = findEncoders();
    await headwater.killStarted();
    await headwater.start();
    expect(findEncoders().filter((pid) => encoders.includes(pid))).toEqual([]);
    await expectToBegin(`${stream.ingest.url}/${stream.ingest.key}`);
  });

  test('stops with all the rest while somebody publishes, and nothing is left behind', async () => {
    await until(() => findEncoders().length === 1);
    expect(await headwater.stop()).toBe(0);
    expect(headwater.processes()).toEqual([]);
  });
});
