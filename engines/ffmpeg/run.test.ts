import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyWhenLong, readProgress, readTail } from './log-file.ts';
import { isAlive, readStartTicks, readUsage } from './process.ts';
import { startFfmpeg, stop } from './run.ts';
import { laySession, layTestPicture } from './testing/index.ts';
import { scanSegment } from './ts-scan.ts';

type Started = { pid: number; startTicks: number };

let folder: string;
const started: Started[] = [];
const servers: Server[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ffmpeg-run-'));
});
afterEach(async () => {
  for (const { pid, startTicks } of started.splice(0)) await stop(pid, startTicks, { graceMs: 0 });
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(argv: string[]): Started {
  const running = startFfmpeg({ argv, folder, env: {} });
  started.push(running);
  return running;
}

const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []);
const soon = { timeout: 15_000, interval: 30 };

test('an encoder lives on when its parent is killed, and can still be known and ended cleanly', async () => {
  const { argv, rungs } = layTestPicture(folder);
  const [{ listFile, segmentFolder }] = rungs as [(typeof rungs)[0]];
  const options = JSON.stringify({ argv, folder, env: {} });
  const parent = spawn(process.execPath, [join(import.meta.dirname, 'testing/parent.ts'), options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const id = JSON.parse(said.toString()) as Started;
  started.push(id);
  await vi.waitFor(() => expect(linesOf(listFile).length).toBeGreaterThan(0), soon);
  parent.kill('SIGKILL');
  await once(parent, 'exit');

  const before = linesOf(listFile).length;
  await vi.waitFor(() => expect(linesOf(listFile).length).toBeGreaterThan(before), soon);
  expect(isAlive(id.pid, id.startTicks)).toBe(true);
  // In a session of its own: what is sent to the group or the terminal of its parent does not reach it.
  expect(readFileSync(`/proc/${id.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[3]).toBe(String(id.pid));
  await stop(id.pid, id.startTicks, { graceMs: 5000 });
  expect(isAlive(id.pid, id.startTicks)).toBe(false);
  // The last segment was closed: listed, and whole.
  const [last] = linesOf(listFile).at(-1)!.split(',');
  expect(scanSegment(readFileSync(join(segmentFolder, last!)))).toMatchObject({ truncated: false });
});

test('another process that has the number now is neither taken for the encoder nor stopped', async () => {
  const other = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(other, 'spawn');
  const pid = other.pid!;
  const startTicks = readStartTicks(pid)!;
  expect(isAlive(pid, startTicks)).toBe(true);
  expect(isAlive(pid, startTicks - 1)).toBe(false);
  expect(readUsage(pid, startTicks - 1)).toBeNull();
  await stop(pid, startTicks - 1, { graceMs: 0 });
  expect(other.exitCode ?? other.signalCode).toBeNull();
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(isAlive(pid, startTicks)).toBe(false);
});

test('one that waits for a source that says nothing ends in its time of grace', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  servers.push(silent);
  await once(silent, 'listening');
  const { pid, startTicks } = start(laySession(folder, (silent.address() as AddressInfo).port).argv);
  await once(silent, 'connection');
  const beganMs = performance.now();
  await stop(pid, startTicks, { graceMs: 20_000 });
  expect(performance.now() - beganMs).toBeLessThan(19_000);
});

test('one that does not listen is killed', async () => {
  const { argv, rungs } = layTestPicture(folder);
  const { pid, startTicks } = start(argv);
  await vi.waitFor(() => expect(linesOf(rungs[0]!.listFile).length).toBeGreaterThan(0), soon);
  process.kill(pid, 'SIGSTOP');
  await stop(pid, startTicks, { graceMs: 300 });
  expect(isAlive(pid, startTicks)).toBe(false);
});

test('what a killed one had shown until then is on the disk', async () => {
  const { argv, rungs } = layTestPicture(folder, { gopSeconds: 30, kbps: 100 });
  const { pid, startTicks } = start(argv);
  const file = join(folder, 'progress');
  await vi.waitFor(async () => expect((await readProgress(file))?.frame).toBeGreaterThan(30), soon);
  const { frame } = (await readProgress(file))!;
  await stop(pid, startTicks, { graceMs: 0 });
  const { frames } = scanSegment(readFileSync(join(rungs[0]!.segmentFolder, '0.ts')));
  // The encoder itself holds some back.
  expect(frames).toBeGreaterThan(frame! - 15);
});

test('a program that is not there is an error, not a process', () => {
  expect(() => startFfmpeg({ argv: ['/nowhere/ffmpeg'], folder, env: {} })).toThrow('cannot be started');
});

test('says how it gets on, in files that can be emptied under it', async () => {
  const { pid, startTicks } = start(layTestPicture(folder).argv);
  const file = join(folder, 'progress');
  await vi.waitFor(async () => expect((await readProgress(file))?.frame).toBeGreaterThan(0), soon);
  const use = readUsage(pid, startTicks)!;
  expect(use.cpuSeconds).toBeGreaterThan(0);
  expect(use.rssBytes).toBeGreaterThan(1_000_000);
  emptyWhenLong(file, statSync(file).size);
  expect(statSync(file).size).toBeGreaterThan(0);
  emptyWhenLong(file, 10);
  await vi.waitFor(async () => expect((await readProgress(file))?.speed).toBeGreaterThan(0), soon);
  expect(readFileSync(file, 'utf8')).not.toContain('\0');
  await stop(pid, startTicks, { graceMs: 5000 });
  expect((await readProgress(file))?.ended).toBe(true);
  expect(readUsage(pid, startTicks)).toBeNull();
});

test('gives the last lines of a log, however it is written', async () => {
  const file = join(folder, 'log');
  expect(await readTail(file, 3)).toEqual([]);
  writeFileSync(file, `${'x'.repeat(100_000)}\none\rtwo\r\nthree\n\nfour\n`);
  expect(await readTail(file, 3)).toEqual(['two', 'three', 'four']);
});
