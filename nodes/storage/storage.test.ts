import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../lib/testing/until.ts';
import { lostWords } from './storage-engine.ts';
import { door, makeRecording, pathOf, RealStorage } from './testing/real-storage.ts';

let storage: RealStorage;

beforeEach(async () => {
  storage = await (await new RealStorage().prepare()).start();
});
afterEach(async () => {
  expect(await storage.remove()).toEqual([]);
});

test('what is brought is fetched again, byte for byte, and others are told where', async () => {
  const recording = makeRecording('rec1', 3_000_000);
  await storage.tell(recording.document);
  expect((await storage.put(recording)).status).toBe(201);
  const { status, headers, body } = await storage.ask('/r-abc/rec1/rec1.mp4');
  expect(status).toBe(200);
  expect(body.equals(recording.content)).toBe(true);
  expect(headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '3000000',
    'accept-ranges': 'bytes',
    etag: `"${recording.document.sha256}"`,
  });
  expect(storage.last?.doors).toEqual({ url: 'http://storage.test:8090', rtmpPort: null, rtmpsPort: null });
  expect(await storage.files()).toEqual([pathOf(recording)]);
});

test('a file that came whole is not taken a second time, and whoever brings it is told that it is there', async () => {
  const recording = makeRecording('rec1');
  await storage.tell(recording.document);
  await storage.put(recording);
  expect((await storage.put(recording)).status).toBe(201);
  expect(await storage.files()).toEqual([pathOf(recording)]);
});

test('what has another hash, or another length, is not kept', async () => {
  const recording = makeRecording('rec1');
  await storage.tell(recording.document);
  const wrong = { ...recording, content: makeRecording('x').content };
  const answer = await storage.put(wrong);
  expect([answer.status, answer.body.toString()]).toEqual([
    422,
    'What came has another SHA-256 than this recording.\n',
  ]);
  expect((await storage.put({ ...recording, content: recording.content.subarray(1) })).status).toBe(422);
  const chunked = { 'transfer-encoding': 'chunked' };
  expect((await storage.put({ ...recording, content: recording.content.subarray(1) }, chunked)).status).toBe(422);
  const longer = Buffer.concat([recording.content, Buffer.from('x')]);
  expect((await storage.put({ ...recording, content: longer }, chunked)).status).toBe(413);
  expect(await storage.files()).toEqual([]);
  expect((await storage.ask('/r-abc/rec1/rec1.mp4')).status).toBe(404);
});

test('an upload that breaks off leaves nothing, and the next one is taken', async () => {
  const recording = makeRecording('rec1', 500_000);
  await storage.tell(recording.document);
  const upload = await storage.begin(recording, 200_000);
  upload.destroy();
  await until(async () => (await storage.files()).length === 0, 'the rest to go');
  expect((await storage.put(recording)).status).toBe(201);
});

test('nothing is seen of an upload that a kill -9 broke off, and the next one is taken', async () => {
  const stored = makeRecording('rec1');
  const torn = makeRecording('rec2', 500_000);
  await storage.tell(stored.document, torn.document);
  await storage.put(stored);
  await storage.begin(torn, 400_000);
  await storage.kill();
  expect(await storage.files()).toHaveLength(2);
  await storage.start();
  expect(await storage.files()).toEqual([pathOf(stored)]);
  expect((await storage.ask('/r-abc/rec1/rec1.mp4')).body.equals(stored.content)).toBe(true);
  expect((await storage.ask('/r-abc/rec2/rec2.mp4')).status).toBe(404);
  expect((await storage.put(torn)).status).toBe(201);
});

test('two uploads of one recording at once both succeed, and one file is left', async () => {
  const recording = makeRecording('rec1', 2_000_000);
  await storage.tell(recording.document);
  const answers = await Promise.all([storage.put(recording), storage.put(recording), storage.put(recording)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await storage.files()).toEqual([pathOf(recording)]);
  expect((await storage.ask('/r-abc/rec1/rec1.mp4')).body.equals(recording.content)).toBe(true);
});

test('the door opens with its own key only', async () => {
  const recording = makeRecording('rec1');
  await storage.tell(recording.document, { ...makeRecording('rec2').document, door: 'the-door-key-of-another' });
  for (const wrong of [undefined, '', `${door}x`, door.slice(1), 'the-door-key-of-another']) {
    const headers = { 'x-headwater-door': wrong };
    expect((await storage.ask('/r-abc/rec1/rec1.mp4', { headers })).status).toBe(403);
    const refused = storage.put(recording, headers);
    expect((await refused).status).toBe(403);
  }
  expect(await storage.files()).toEqual([]);
});

test.each([
  '/',
  '/recordings/',
  '/rec2.mp4',
  '/rec1',
  '/rec1.mp4/',
  '/REC1.mp4',
  '/../node/credential.json',
  '/%2e%2e%2fnode%2fcredential.json',
  '/recordings/..%2f..%2frec1.mp4',
  // Below a link for another recording.
  '/r-abc/rec2/rec1.mp4',
  '/r-abc/rec2/rec1/download/rec1.mp4',
  '/rec1.mp4%00',
  '/%',
  '/incoming/',
  '/a/rec1/download/x.txt',
])('%s is not found', async (path) => {
  const recording = makeRecording('rec1');
  await storage.tell(recording.document);
  await storage.put(recording);
  expect((await storage.ask(path)).status).toBe(404);
});

test('parts are given as players ask for them', async () => {
  const recording = makeRecording('rec1', 1000);
  await storage.tell(recording.document);
  await storage.put(recording);
  const ask = (range: string, more = {}) => storage.ask('/a/b/rec1/rec1.mp4', { headers: { range, ...more } });
  const some = await ask('bytes=10-19');
  expect([some.status, some.headers['content-range']]).toEqual([206, 'bytes 10-19/1000']);
  expect(some.body.equals(recording.content.subarray(10, 20))).toBe(true);
  expect((await ask('bytes=990-')).body.equals(recording.content.subarray(990))).toBe(true);
  expect((await ask('bytes=-5')).body.equals(recording.content.subarray(995))).toBe(true);
  const beyond = await ask('bytes=1000-');
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */1000']);
  expect((await ask('bytes=0-1,5-6')).status).toBe(200);
  const etag = `"${recording.document.sha256}"`;
  expect((await ask('bytes=0-0', { 'if-range': etag })).status).toBe(206);
  expect((await ask('bytes=0-0', { 'if-range': '"another"' })).status).toBe(200);
  expect((await storage.ask('/r-abc/rec1/rec1.mp4', { headers: { 'if-none-match': etag } })).status).toBe(304);
  const head = await storage.ask('/r-abc/rec1/rec1.mp4', { method: 'HEAD' });
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '1000', 0]);
  expect((await storage.ask('/r-abc/rec1/rec1.mp4', { method: 'DELETE' })).status).toBe(405);
});

test('a recording is saved under the name that its path says', async () => {
  const recording = makeRecording('rec1', 1000);
  await storage.tell(recording.document);
  await storage.put(recording);
  const name = encodeURIComponent('Gala "Übertragung"/1.mp4');
  const { status, headers } = await storage.ask(`/r-abc/rec1/rec1/download/${name}`);
  expect([status, headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="Gala __bertragung__1.mp4"; filename*=UTF-8''Gala%20%22%C3%9Cbertragung%22_1.mp4`,
  ]);
  expect((await storage.ask('/r-abc/rec1/rec1.mp4')).headers['content-disposition']).toBeUndefined();
});

test('what is deleted by the feed is deleted from the disk, others stay', async () => {
  const [one, two] = [makeRecording('rec1'), makeRecording('rec2')];
  await storage.tell(one.document, two.document);
  await storage.put(one);
  await storage.put(two);
  storage.control.put('recording/rec1', null);
  await storage.applied();
  expect(await storage.files()).toEqual([pathOf(two)]);
  expect((await storage.ask('/r-abc/rec1/rec1.mp4')).status).toBe(404);
  expect((await storage.put(one)).status).toBe(404);
});

test('a recording that is deleted while it comes is not kept', async () => {
  const recording = makeRecording('rec1', 500_000);
  await storage.tell(recording.document);
  const upload = await storage.begin(recording, 200_000);
  storage.control.put('recording/rec1', null);
  await storage.applied();
  const answered = new Promise<number>((resolve) => upload.on('response', ({ statusCode = 0 }) => resolve(statusCode)));
  upload.end(recording.content.subarray(200_000));
  expect(await answered).toBe(404);
  expect(await storage.files()).toEqual([]);
});

test('a deletion that happened while the storage was away is made up for', async () => {
  const recording = makeRecording('rec1');
  await storage.tell(recording.document);
  await storage.put(recording);
  await storage.kill();
  storage.control.put('recording/rec1', null);
  await storage.start();
  await storage.applied();
  expect(await storage.files()).toEqual([]);
});

test('a recording of another storage is neither taken nor missed here', async () => {
  const recording = makeRecording('rec1', 1000, { nodeId: '2', stored: true });
  await storage.tell(recording.document);
  expect(storage.last?.refused).toEqual([]);
  expect((await storage.put(recording)).status).toBe(404);
});

test.each([
  ['gone', (path: string) => rm(path)],
  ['cut short', (path: string) => truncate(path, 10)],
])('a stored file that is %s is told as lost, and found again when it is brought again', async (_, damage) => {
  const [one, two] = [makeRecording('rec1'), makeRecording('rec2')];
  await storage.tell(one.document, two.document);
  await storage.put(one);
  await storage.put(two);
  await damage(join(storage.storageFolder, pathOf(one)));
  await storage.tell({ ...one.document, stored: true }, { ...two.document, stored: true });
  expect(storage.last?.refused).toMatchObject([{ key: 'recording/rec1', reason: lostWords }]);
  expect((await storage.ask('/r-abc/rec1/rec1.mp4')).status).toBe(404);
  expect((await storage.put(one)).status).toBe(201);
  await until(() => storage.last?.refused.length === 0, 'the refusal to be taken back');
});

test('an empty disk after a restart is told, recording by recording', async () => {
  const recording = makeRecording('rec1');
  await storage.tell(recording.document);
  await storage.put(recording);
  await storage.tell({ ...recording.document, stored: true });
  expect(storage.last?.refused).toEqual([]);
  await storage.kill();
  await rm(storage.storageFolder, { recursive: true });
  await storage.start();
  await until(() => storage.last?.refused[0]?.reason === lostWords, 'the loss to be told');
});

test('it serves what it has while the control plane is away, also after its own restart', async () => {
  const recording = makeRecording('rec1');
  await storage.tell(recording.document);
  await storage.put(recording);
  await storage.kill();
  storage.control.failing = true;
  const started = storage.start().catch(() => undefined);
  await until(
    () =>
      storage.ask('/r-abc/rec1/rec1.mp4').then(
        ({ status }) => status === 200,
        () => false,
      ),
    'the recording',
  );
  storage.control.failing = false;
  await started;
});

test('a document that is not understood is refused in words', async () => {
  storage.control.put('recording/rec1', { ...makeRecording('rec1').document, sha256: 'x' });
  await storage.applied();
  expect(storage.last?.refused[0]?.reason).toMatch(/^This storage does not accept sha256/);
});
