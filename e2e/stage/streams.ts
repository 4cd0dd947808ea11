import type { Stream, StreamSession, StreamType } from '@headwater/contract/streams/schema';
import { publishTest, type TestPicture, type TestPublisher } from '@headwater/engines/ffmpeg/testing';
import { expect, type Page } from '@playwright/test';
import { readStage } from './accounts.ts';
import type { Api } from './api.ts';

export const streamsPath = (serviceId: number, word: string) => `/${serviceId}/streams/${word}`;

/** Where the edges serve the streams of every service. */
export const streamEdges = () => new RegExp(`^http://live-\\d+\\.cdn\\.localhost:${readStage().edgePort}$`);

/** Creates a stream and waits until its live server has heard of it. */
export async function createStream(api: Api, type: StreamType, body: object): Promise<Stream> {
  const reply = await api.call('POST', `/services/${api.serviceId}/streams/${type}`, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return untilReady(api, reply.body.stream as Stream);
}

export async function readStream(api: Api, { type, id }: Pick<Stream, 'type' | 'id'>): Promise<Stream> {
  const { body } = await api.call('GET', `/services/${api.serviceId}/streams/${type}/${id}`);
  return body.stream as Stream;
}

/** Waits until publishers are let in. */
export async function untilReady(api: Api, named: Pick<Stream, 'type' | 'id'>): Promise<Stream> {
  await expect.poll(async () => (await readStream(api, named)).deployment.state, { timeout: 60_000 }).toBe('live');
  return readStream(api, named);
}

/** Publishes a test picture with the stream's key, or with another one. */
export function publish(
  { ingest }: Stream,
  key = ingest?.key,
  picture: TestPicture & { seconds?: number } = {},
): TestPublisher {
  return publishTest({ url: `${ingest?.url}/${key}`, seconds: 240, ...picture });
}

/** What the API says of the sessions of a stream, the newest first. */
export async function readSessions(api: Api, { type, id }: Pick<Stream, 'type' | 'id'>): Promise<StreamSession[]> {
  const { body } = await api.call('GET', `/services/${api.serviceId}/streams/${type}/${id}/sessions`);
  return body.sessions as StreamSession[];
}

/** Waits until the page's player shows a moving picture. @returns its width. */
export async function expectPlaying(page: Page): Promise<number> {
  const video = page.locator('video');
  const timeOf = () => video.evaluate((element) => (element as HTMLVideoElement).currentTime).catch(() => 0);
  await expect.poll(timeOf, { timeout: 60_000 }).toBeGreaterThan(0);
  const before = await timeOf();
  await expect.poll(timeOf, { timeout: 60_000 }).toBeGreaterThan(before);
  return video.evaluate((element) => (element as HTMLVideoElement).videoWidth);
}
