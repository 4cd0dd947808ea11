import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Profile } from '@headwater/contract/transcoding/profile';
import { lintPresentation, scanBytes } from '@headwater/nodes/live/hls/lint/index';
import { visit } from '../stage/edge.ts';
import { expect, test } from '../stage/journey.ts';
import { createStream, expectPlaying, publish, streamEdges, streamsPath } from '../stage/streams.ts';

test.use({ account: 'gates' });

const edgeOf = (url: string) => {
  const { hostname, pathname } = new URL(url);
  return visit(hostname, pathname);
};
/** By name, which only browsers and curl send to this machine by themselves. */
async function fetchFromEdge(url: string): Promise<Response> {
  const { hostname, port, pathname, search } = new URL(url);
  const asked = get({ host: '127.0.0.1', port, path: pathname + search, headers: { host: hostname }, agent: false });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const headers = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
  return new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 500, headers });
}

const isThere = (url: string) => async () => (await edgeOf(url)).status;

/** The last moment that the best rung of a playlist shows, in milliseconds; NaN while it shows nothing. */
async function endOf(master: string): Promise<number> {
  const [rung = ''] = (await edgeOf(master)).body.split('\n').filter((line) => line.endsWith('.m3u8'));
  const { body } = await edgeOf(new URL(rung, master).href);
  const from = /PROGRAM-DATE-TIME:(.*)/.exec(body)?.[1] ?? '';
  const seconds = [...body.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, one]) => sum + Number(one), 0);
  return Date.parse(from) + seconds * 1000;
}

const rung = (name: string, size: Profile['size'], kbps: number): Profile => ({
  name,
  size,
  rate: { mode: 'bitrate', kbps },
  fps: 'source',
  gopSeconds: 1,
  preset: 'ultrafast',
  profile: 'baseline',
  level: 'auto',
  audio: { kbps: 64, channels: 2 },
});

test('a multi-bitrate stream plays in several qualities, cut at the same moments', async ({ page, api, watch }) => {
  watch.play(streamEdges());
  const profileIds: string[] = [];
  for (const value of [rung('Fair', '360p', 500), rung('Small', '240p', 250)]) {
    const { body } = await api.call('POST', `/services/${api.serviceId}/live-transcoding/profiles`, { value });
    profileIds.push(String(body.profileid));
  }
  const transcode = { enabled: true, profileIds, filterId: null };
  const stream = await createStream(api, 'abr', { name: 'Harbour', settings: { transcode } });
  const publisher = publish(stream, stream.ingest?.key, { size: '640x360' });
  try {
    await page.goto(`${streamsPath(api.serviceId, 'abr')}/${stream.id}`);
    expect([640, 426]).toContain(await expectPlaying(page));
    const faults = async () => {
      const { findings } = await lintPresentation({ url: stream.playback.hls, fetch: fetchFromEdge, scan: scanBytes });
      return findings.filter(({ severity }) => severity === 'error');
    };
    // On a busy machine two playlists may be answered seconds apart: then both are looked at once more.
    let found = await faults();
    for (let looks = 1; looks < 5 && found.some(({ rule }) => rule === 'rungs-apart'); looks += 1)
      found = await faults();
    expect(found).toEqual([]);
    expect((await edgeOf(stream.playback.hls)).body.match(/#EXT-X-STREAM-INF/g)).toHaveLength(2);
  } finally {
    await publisher.stop();
  }
});

test('a timeshift stream shows everything later, by what was set, and a stream with rewind goes back', async ({
  page,
  api,
  watch,
}) => {
  watch.play(streamEdges());
  const delaySeconds = 12;
  const late = await createStream(api, 'timeshift', { name: 'Later', delaySeconds });
  const ndvr = { enabled: true, windowSeconds: 120 };
  const back = await createStream(api, 'push', { name: 'Back', settings: { ndvr } });
  const beganAt = Date.now();
  const publishers = [publish(late), publish(back)];
  try {
    await expect.poll(isThere(late.playback.hls), { timeout: 60_000 }).toBe(200);
    expect(Date.now() - beganAt).toBeGreaterThanOrEqual(delaySeconds * 1000);
    const lateness = (Date.now() - (await endOf(late.playback.hls))) / 1000;
    expect(lateness).toBeGreaterThanOrEqual(delaySeconds);
    // Where encoders are starved, the picture is as late as they are.
    expect(lateness).toBeLessThan(delaySeconds + 20);
    await page.goto(`${streamsPath(api.serviceId, 'timeshift')}/${late.id}`);
    expect(await expectPlaying(page)).toBe(320);

    await page.goto(`${streamsPath(api.serviceId, 'push')}/${back.id}`);
    await expectPlaying(page);
    await page.getByText('With rewind', { exact: true }).first().click();
    // The player begins anew, with a line on which viewers go back.
    await expect(page.locator('media-time-range')).toBeVisible();
    await expectPlaying(page);
    const video = page.locator('video');
    const rewindSeconds = () =>
      video.evaluate((element) => {
        const { seekable } = element as HTMLVideoElement;
        return seekable.length === 0 ? 0 : seekable.end(0) - seekable.start(0);
      });
    await expect.poll(rewindSeconds, { timeout: 60_000 }).toBeGreaterThan(25);
    await video.evaluate((element) => {
      const player = element as HTMLVideoElement;
      player.currentTime = player.seekable.start(0);
    });
    await expectPlaying(page);
    const behind = await video.evaluate((element) => {
      const player = element as HTMLVideoElement;
      return player.seekable.end(0) - player.currentTime;
    });
    expect(behind).toBeGreaterThan(15);
  } finally {
    await Promise.all(publishers.map((one) => one.stop()));
  }
});
