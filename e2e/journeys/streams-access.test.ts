import type { Stream } from '@headwater/contract/streams/schema';
import type { StreamSettings } from '@headwater/contract/streams/settings';
import type { Api } from '../stage/api.ts';
import { visit } from '../stage/edge.ts';
import { expect, test } from '../stage/journey.ts';
import { createStream, publish, readSessions, untilReady } from '../stage/streams.ts';

test.use({ account: 'gates' });

const here = '127.0.0.1';

/** Gives the stream one setting and waits until its live server and the edges have it. */
async function set(api: Api, { id }: Stream, settings: Partial<StreamSettings>): Promise<Stream> {
  const path = `/services/${api.serviceId}/streams/push/${id}`;
  const { status, body } = await api.call('PATCH', path, { settings });
  expect(status, JSON.stringify(body)).toBe(200);
  return untilReady(api, { type: 'push', id });
}

/** The status that the edge answers a viewer of this address with. */
async function watchAs(url: string, headers: Record<string, string> = {}): Promise<number> {
  const { hostname, pathname, search } = new URL(url);
  return (await visit(hostname, pathname + search, headers)).status;
}

test('each setting lets in whom it should and refuses the others: at the edge for viewers, at the door for publishers', async ({
  api,
}) => {
  const stream = await createStream(api, 'push', { name: 'Guarded' });
  const { hls } = stream.playback;
  const publisher = publish(stream);
  try {
    await expect.poll(() => watchAs(hls), { timeout: 60_000 }).toBe(200);

    await test.step('domain lock, by the site that embeds it', async () => {
      const lock: StreamSettings['domainlock'] = {
        enabled: true,
        policy: 'allow',
        list: ['*.example.com'],
        noReferrer: 'block',
      };
      await set(api, stream, { domainlock: lock });
      expect(await watchAs(hls, { referer: 'https://www.example.com/live' })).toBe(200);
      expect(await watchAs(hls, { referer: 'https://elsewhere.example/' })).toBe(403);
      expect(await watchAs(hls)).toBe(403);
      await set(api, stream, { domainlock: { ...lock, enabled: false } });
    });

    await test.step('countries, and addresses that are excepted', async () => {
      // An address of this machine is in no country.
      const block: StreamSettings['geoblock'] = { enabled: true, policy: 'allow', list: ['DE'], exceptIps: [] };
      await set(api, stream, { geoblock: block });
      expect(await watchAs(hls)).toBe(403);
      await set(api, stream, { geoblock: { ...block, exceptIps: [`${here}/32`] } });
      expect(await watchAs(hls)).toBe(200);
      await set(api, stream, { geoblock: { ...block, enabled: false } });
    });

    await test.step('user agents', async () => {
      const agents: StreamSettings['useragent'] = {
        enabled: true,
        policy: 'block',
        list: ['*robot*'],
        caseSensitive: false,
      };
      await set(api, stream, { useragent: agents });
      expect(await watchAs(hls, { 'user-agent': 'Some Robot/1.0' })).toBe(403);
      expect(await watchAs(hls, { 'user-agent': 'A player' })).toBe(200);
      await set(api, stream, { useragent: { ...agents, enabled: false } });
    });

    await test.step('addresses of viewers', async () => {
      const access: StreamSettings['ipaccess'] = {
        enabled: true,
        policy: 'block',
        list: [here],
        appliesTo: 'playback',
      };
      await set(api, stream, { ipaccess: access });
      expect(await watchAs(hls)).toBe(403);
      await set(api, stream, { ipaccess: { ...access, policy: 'allow' } });
      expect(await watchAs(hls)).toBe(200);
    });

    await test.step('signed links: good, missing, forged, over, and never from the cache without one', async () => {
      await set(api, stream, { securetoken: { enabled: true, secrets: [], bindIp: false } });
      const link = async (expiresInSeconds: number) => {
        const path = `/services/${api.serviceId}/streams/push/${stream.id}/link`;
        return (await api.call('POST', path, { expiresInSeconds })).body.hls as string;
      };
      const good = await link(600);
      expect(await watchAs(good)).toBe(200);
      expect(await watchAs(hls)).toBe(403);
      const forged = good.replace(
        /(~\d+\.)(.)/,
        (_, start: string, letter: string) => start + (letter === 'A' ? 'B' : 'A'),
      );
      expect(await watchAs(forged)).toBe(403);
      const brief = await link(5);
      await expect.poll(() => watchAs(brief), { timeout: 60_000 }).toBe(410);
      await set(api, stream, { securetoken: { enabled: false, secrets: [], bindIp: false } });
    });

    await test.step('a hash in the place of the name', async () => {
      const hashed = await set(api, stream, { hash: { enabled: true } });
      expect(await watchAs(hls)).toBe(404);
      expect(await watchAs(hashed.playback.hls)).toBe(200);
      await set(api, stream, { hash: { enabled: false } });
    });
  } finally {
    await publisher.stop();
  }

  const expectRefused = async (key: string, reason: string) => {
    const stranger = publish(stream, key);
    await stranger.ended;
    const newest = async () => (await readSessions(api, stream))[0]?.reason;
    await expect.poll(newest, { timeout: 60_000 }).toBe(reason);
  };
  const key = stream.ingest!.key!;

  await test.step('publishers: by address', async () => {
    await set(api, stream, { ipaccess: { enabled: true, policy: 'block', list: [here], appliesTo: 'publish' } });
    await expectRefused(key, 'address_not_allowed');
    await set(api, stream, { ipaccess: { enabled: false, policy: 'block', list: [], appliesTo: 'publish' } });
  });

  await test.step('publishers: by user name and password', async () => {
    await set(api, stream, { rtmpauth: { enabled: true, username: 'studio', password: 'correct-horse' } });
    await expectRefused(`${key}?user=studio&password=wrong-horse`, 'wrong_credentials');
    const right = publish(stream, `${key}?user=studio&password=correct-horse`);
    try {
      await expect.poll(() => watchAs(hls), { timeout: 60_000 }).toBe(200);
    } finally {
      await right.stop();
    }
  });
});
