import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forbiddenReason } from '@headwater/engines/address';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { pullByFfmpeg } from '../testing/pull-by-ffmpeg.ts';
import { RtmpSource } from '../testing/rtmp-source.ts';
import { makeCertificate } from '../testing/source-server.ts';
import { PullGate } from './pull-gate.ts';
import type { SourceRules } from './source-check.ts';

let folder = '';
let certificate = { key: '', cert: '' };
let gate: PullGate;
let source: RtmpSource;

/** As in the world, but for the test's own server. */
const rules: SourceRules = {
  judge: (address, port) => (port === source.port ? null : forbiddenReason(address)),
  resolve: async () => ({ addresses: [{ address: '127.0.0.1', family: 4 }], ttlSeconds: 5 }),
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pull-'));
  certificate = await makeCertificate('source.test');
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  gate = new PullGate({ rules, folder, trusted: certificate.cert, onRefused: () => undefined });
  await gate.start();
});
afterEach(async () => {
  await gate.stop();
  await source.stop();
});

test('RTMP is pulled from the address that was checked, and the server hears the name', async () => {
  source = await new RtmpSource().start();
  const opened = await gate.open('s1', `rtmp://source.test:${source.port}/live/x`);
  if (!opened.ok) throw new Error(opened.detail);
  expect(opened.input.url).toBe(`rtmp://127.0.0.1:${source.port}/live/x`);
  const { frames, said } = await pullByFfmpeg(opened.input);
  expect(frames, said).toBeGreaterThan(15);
  expect(source.said).toContain(`rtmp://source.test:${source.port}/live`);
});

test('RTMPS is pulled through the proxy, with the certificate verified', async () => {
  source = await new RtmpSource(certificate).start();
  const opened = await gate.open('s1', `rtmps://source.test:${source.port}/live/x`);
  if (!opened.ok) throw new Error(opened.detail);
  const { frames, said } = await pullByFfmpeg(opened.input);
  expect(frames, said).toBeGreaterThan(15);
  expect(gate.bytesIn('s1')).toBeGreaterThan(10_000);
});

test('RTMPS from a server with the certificate of another is not pulled', async () => {
  source = await new RtmpSource(certificate).start();
  const opened = await gate.open('s1', `rtmps://another.test:${source.port}/live/x`);
  if (!opened.ok) throw new Error(opened.detail);
  expect((await pullByFfmpeg(opened.input)).frames).toBe(0);
});

test('the tunnel leads to the source and nowhere else', async () => {
  source = await new RtmpSource(certificate).start();
  const opened = await gate.open('s1', `rtmps://source.test:${source.port}/live/x`);
  if (!opened.ok) throw new Error(opened.detail);
  const { input } = opened;
  const elsewhere = { ...input, url: `rtmps://other.test:${source.port}/live/x` };
  expect((await pullByFfmpeg(elsewhere)).frames).toBe(0);
  expect(source.said).toBe('');
  expect(gate.problemOf('s1')?.reason).toBe('source_forbidden');
});
