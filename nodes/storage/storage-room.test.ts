import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { storageFullWords } from '@headwater/contract/nodes/storage-document';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../lib/testing/until.ts';
import { Caretaker } from './caretaker.ts';
import { RecordingFiles } from './files.ts';
import { lostWords, StorageEngine } from './storage-engine.ts';
import { makeRecording, pathOf, RealStorage, type Recorded } from './testing/real-storage.ts';

const mebibyte = 1024 * 1024;
const hourMs = 3_600_000;

test('a full disk refuses uploads with words before a byte is read, and takes them once there is room', async () => {
  let freeBytes = 513 * mebibyte;
  const storage = await new RealStorage().prepare();
  await storage.startInside(async () => freeBytes);
  const recording = makeRecording('rec1', 2 * mebibyte);
  await storage.tell(recording.document);
  const headers = { expect: '100-continue', 'content-length': recording.content.length };
  const answer = await storage.ask('/recordings/rec1.mp4', { method: 'PUT', headers });
  expect([answer.status, answer.body.toString()]).toEqual([
    507,
    'The disk of this storage is full. Bring the recording again when there is room.\n',
  ]);
  expect((await storage.put(recording)).status).toBe(507);
  expect(await storage.files()).toEqual([]);
  // Told with the refusal: the next one is brought elsewhere. There would be room for a smaller one.
  await until(
    () => storage.last?.warnings[0]?.startsWith(`${storageFullWords} (513 MiB free)`) ?? false,
    'the warning',
  );
  freeBytes = 4096 * mebibyte;
  expect((await storage.put(recording)).status).toBe(201);
  await until(() => storage.last?.warnings.length === 0, 'the warning to go');
  expect(await storage.remove()).toEqual([]);
});

describe('a disk that was full counts as one that has room', () => {
  let freeBytes: number;
  let storage: RealStorage;
  const [kept, large] = [makeRecording('kept', 1000), makeRecording('large', 2 * mebibyte)];
  const isFull = () => storage.last?.warnings[0]?.startsWith(storageFullWords) ?? false;

  /** One is there, and another one had no room. */
  async function fill(lookEveryMs: number): Promise<void> {
    freeBytes = 4096 * mebibyte;
    storage = await new RealStorage().prepare();
    await storage.startInside(async () => freeBytes, lookEveryMs);
    await storage.tell(kept.document, large.document);
    // The caretaker looks as well: the next time in an hour.
    await until(() => existsSync(join(storage.folder, 'node/unknown-files.json')), 'its first round');
    expect((await storage.put(kept)).status).toBe(201);
    freeBytes = 100 * mebibyte;
    expect((await storage.put(large)).status).toBe(507);
    await until(isFull, 'the warning');
  }
  afterEach(async () => expect(await storage.remove()).toEqual([]));

  test('as soon as a recording is deleted that made room for what had none', async () => {
    await fill(hourMs);
    freeBytes = 4096 * mebibyte;
    storage.control.put('recording/kept', null);
    await storage.applied();
    await until(() => storage.last?.warnings.length === 0, 'the warning to go');
  });

  test('when somebody else made room there, but not before what had none would have it', async () => {
    await fill(50);
    freeBytes = 513 * mebibyte;
    await until(() => storage.last?.warnings[0]?.includes('513 MiB') ?? false, 'another look');
    expect(isFull()).toBe(true);
    freeBytes = 515 * mebibyte;
    await until(() => storage.last?.warnings[0]?.startsWith('The disk of recordings is nearly full') ?? false, 'room');
  });
});

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('uploads under way have their room: one that would take it is refused', async () => {
  const files = new RecordingFiles(folder, async () => 515 * mebibyte);
  await files.prepare();
  const [one, two] = [makeRecording('rec1', 2 * mebibyte), makeRecording('rec2', 2 * mebibyte)];
  const goOn = Promise.withResolvers<void>();
  const slowly = async function* ({ content }: Recorded) {
    yield content.subarray(0, 1000);
    await goOn.promise;
    yield content.subarray(1000);
  };
  const first = files.receive(one.document, slowly(one));
  await until(async () => (await readdir(join(folder, 'incoming'))).length === 1, 'the first to begin');
  await expect(files.receive(two.document, slowly(two))).rejects.toMatchObject({ status: 507 });
  goOn.resolve();
  await first;
  await files.receive(two.document, slowly(two));
  expect(await files.list()).toHaveLength(2);
});

test('a file that nobody knows is deleted after a day, counted over restarts; what vanished is told as lost', async () => {
  const files = new RecordingFiles(folder);
  await files.prepare();
  const engine = new StorageEngine({
    files,
    nodeId: '1',
    health: () => ({ serving: true, warnings: [], notices: [] }),
  });
  const [known, unknown] = [makeRecording('rec1', 1000), makeRecording('rec2', 1000)];
  for (const recording of [known, unknown]) {
    const path = join(folder, pathOf(recording));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, recording.content);
  }
  await writeFile(join(dirname(join(folder, pathOf(unknown))), 'notes.txt'), 'of an operator');
  await engine.replace([{ key: 'recording/rec1', seq: 1, doc: { ...known.document, stored: true } }], false, []);
  let nowMs = 0;
  const told: (string | null)[] = [];
  const options = {
    folder,
    files,
    engine,
    settleLater: async (_: string, reason: string | null) => void told.push(reason),
    onRoundDone: () => undefined,
    now: () => nowMs,
  };
  await new Caretaker(options).goRound();
  // Until the whole picture is known, nothing counts as unknown.
  await engine.open();
  nowMs = 30 * hourMs;
  await new Caretaker(options).goRound();
  expect(await files.list()).toHaveLength(2);
  nowMs += 23 * hourMs;
  await new Caretaker(options).goRound();
  expect(await files.list()).toHaveLength(2);
  nowMs += hourMs;
  await new Caretaker(options).goRound();
  expect(await files.list()).toEqual([`rec1-${known.document.sha256}.mp4`]);
  expect(await readdir(dirname(join(folder, pathOf(unknown))))).toContain('notes.txt');
  expect(told).toEqual([]);
  await rm(join(folder, pathOf(known)));
  await new Caretaker(options).goRound();
  expect(told).toEqual([lostWords]);
});
