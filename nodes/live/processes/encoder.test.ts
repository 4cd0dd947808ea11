import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFfmpeg } from '@headwater/engines/ffmpeg';
import { makeSegments, pictureArgv } from '@headwater/engines/ffmpeg/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../../lib/testing/until.ts';
import { Encoder } from './encoder.ts';
import type { RunRecord } from './run-record.ts';

let folder = '';
let told: string[] = [];
let encoder: Encoder;
let isForbidden = false;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'encoder-'));
  mkdirSync(join(folder, 'v0'));
  told = [];
  isForbidden = false;
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  await encoder.stop(true);
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** A process that does nothing; what it seems to write is the test's. */
function begin(copies = true): Encoder {
  const started = startFfmpeg({ argv: ['sleep', '600'], folder, env: { PATH: process.env.PATH ?? '' } });
  const facts = { id: 'r', streamId: 'a', name: 'encode', startedAtMs: 0, rungs: ['v0'], targetSeconds: null } as const;
  const record: RunRecord = {
    ...facts,
    ...started,
    rungs: ['v0'],
    plannedBitRates: [],
    copies,
    from: '',
    pulled: null,
  };
  return new Encoder(record, folder, 0, Promise.resolve(), {
    onSegments: ({ number }) => told.push(`segment ${number}`),
    onStalled: () => told.push('stalled'),
    isForbidden: () => isForbidden,
    onEndless: () => told.push('endless'),
    onEnded: () => told.push('ended'),
  });
}

const lookSeconds = 5;
let frames = 0;
/** Seconds go by, in which pictures come unless it is told otherwise. */
async function pass(seconds: number, pictures = true): Promise<void> {
  for (let passed = 0; passed < seconds; passed += lookSeconds) {
    if (pictures) frames += 25;
    writeFileSync(join(folder, 'progress'), `frame=${frames}\nprogress=continue\n`);
    vi.setSystemTime(Date.now() + lookSeconds * 1000);
    const shown = frames;
    await until(() => encoder.progress?.frame === shown, 'the encoder to be looked at');
    // A look at frames that stand still shows nothing: it comes with the next time it is asked whether it is alive.
    if (!pictures) await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

test('a copy without key frames is told of after a minute of pictures, not of silence', async () => {
  encoder = begin();
  await pass(15);
  expect(encoder.openSeconds).toBeGreaterThanOrEqual(5);
  const before = encoder.openSeconds ?? 0;
  await pass(5, false);
  expect(encoder.openSeconds).toBe(before);
  await pass(40);
  expect(told).toEqual([]);
  await pass(15);
  await until(() => told.includes('endless'), 'the word');
});

test('a segment that grows beyond all bounds is told of, and is never read', async () => {
  encoder = begin();
  await pass(5);
  // Pictures that would be salvaged, were it shorter.
  const [made = ''] = await makeSegments(join(folder, 'made'), pictureArgv({ gopSeconds: 1 }, 2));
  copyFileSync(made, join(folder, 'v0', '0.ts'));
  truncateSync(join(folder, 'v0', '0.ts'), 300 * 1024 ** 2);
  await pass(5);
  await until(() => told.includes('endless'), 'the word');
  await encoder.stop(true);
  expect(told.filter((what) => what !== 'endless')).toEqual(['ended']);
});

test('one whose source leads nowhere is given up soon, any other has its time to begin', async () => {
  encoder = begin();
  frames = 0;
  await pass(5, false);
  await pass(10, false);
  expect(told).toEqual([]);
  isForbidden = true;
  await pass(5, false);
  await until(() => told.includes('stalled'), 'the word');
});

test('of a ladder the cuts are our own', async () => {
  encoder = begin(false);
  await pass(70);
  expect(encoder.openSeconds).toBeNull();
  expect(told).toEqual([]);
});
