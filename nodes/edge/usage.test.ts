import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, mkdtemp, open, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UsageMinute } from '@headwater/contract/nodes/edge-document';
import { nodeRoutes } from '@headwater/contract/nodes/routes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeControlPlane, type UsageBatch } from '../lib/testing/fake-control-plane.ts';
import { until } from '../lib/testing/until.ts';
import { UsageOutbox } from '../lib/usage-outbox.ts';
import { AccessLogReader, type LogPosition, logStart } from './access-log.ts';
import { logLine } from './testing/log-line.ts';
import { type EdgeUsage, UsageCounter } from './usage.ts';

let folder: string;
let accessLog: string;
let control: FakeControlPlane;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usage-'));
  accessLog = join(folder, 'access.json');
  control = await new FakeControlPlane().start();
});
afterEach(async () => {
  await control.stop();
  expect(control.violations).toEqual([]);
  await rm(folder, { recursive: true });
});

const program = join(import.meta.dirname, 'testing/count-usage.ts');
const startCounting = (): ChildProcess =>
  spawn(process.execPath, [program, folder, accessLog, control.url], { stdio: ['ignore', 'ignore', 'pipe'] });

/** What the control plane counts: each batch once. */
function counted(batches: UsageBatch[]): Map<string, UsageMinute[]> {
  return new Map(batches.map(({ batchId, minutes }) => [batchId, minutes as UsageMinute[]]));
}
const requestsOf = (batches: UsageBatch[]): number =>
  [...counted(batches).values()].flat().reduce((sum, { requests }) => sum + requests, 0);

test('kill -9 loses and doubles no request; the same batch is never sent with different contents', async () => {
  let written = 0;
  let stopped = false;
  // Writes as nginx does: keeps its file open for a while after it was renamed, and lines arrive in pieces.
  const writing = (async () => {
    while (!stopped) {
      const file = await open(accessLog, 'a');
      for (let n = 0; n < 40 && !stopped; n++) {
        const line = `${logLine({ uri: `/${written % 70}`, id: String(written) })}\n`;
        const middle = Math.floor(line.length / 2);
        await file.appendFile(line.slice(0, middle));
        if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
        await file.appendFile(line.slice(middle));
        written += 1;
      }
      await file.close();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  let child = startCounting();
  for (let round = 0; round < 10; round++) {
    // Killed in the middle of its work, not while it is still starting.
    const before = control.batches.length;
    await until(() => control.batches.length > before + (round % 3), 'batches of this life');
    if (round % 2 === 0) control.loseUsageAnswers = 1;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
    const gone = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    child = startCounting();
  }
  stopped = true;
  await writing;
  control.loseUsageAnswers = 0;
  await until(() => requestsOf(control.batches) >= written, 'all requests counted');
  await new Promise((resolve) => setTimeout(resolve, 300));
  child.kill('SIGKILL');
  expect(requestsOf(control.batches)).toBe(written);
  expect(written).toBeGreaterThan(1000);
  expect(control.batches.length).toBeGreaterThan(counted(control.batches).size);
  const first = new Map<string, string>();
  for (const { batchId, minutes } of control.batches) {
    const text = JSON.stringify(minutes);
    expect(first.get(batchId) ?? text).toBe(text);
    first.set(batchId, text);
  }
  expect((await readdir(folder)).filter((name) => /^access\.json\.\d+$/.test(name)).length).toBeGreaterThan(0);
}, 30_000);

test('a torn last line is waited for', async () => {
  const reader = new AccessLogReader(accessLog);
  const line = logLine();
  await writeFile(accessLog, `${line}\n${line.slice(0, 20)}`);
  const first = await reader.read(logStart, 1_000_000);
  expect(first?.lines).toEqual([line]);
  expect(await reader.read(first!.position, 1_000_000)).toBeNull();
  await appendFile(accessLog, `${line.slice(20)}\n`);
  expect((await reader.read(first!.position, 1_000_000))?.lines).toEqual([line]);
});

test('a line without end is skipped in pieces instead of being waited for', async () => {
  const reader = new AccessLogReader(accessLog);
  await writeFile(accessLog, 'x'.repeat(150_000));
  let position = logStart;
  const lines: string[] = [];
  await appendFile(accessLog, `\n${logLine()}\n`);
  for (let chunk = await reader.read(position, 1000); chunk !== null; chunk = await reader.read(position, 1000)) {
    position = chunk.position;
    lines.push(...chunk.lines);
  }
  expect(lines.at(-1)).toBe(logLine());
});

test('a rotated file is finished before the next one is begun, whoever was down meanwhile', async () => {
  const reader = new AccessLogReader(accessLog, 50);
  const write = (n: number) => appendFile(accessLog, `${logLine({ id: String(n) })}\n`);
  await write(1);
  const first = await reader.read(logStart, 1_000_000);
  await write(2);
  await rename(accessLog, `${accessLog}.1`);
  await write(3);
  await rename(accessLog, `${accessLog}.2`);
  await write(4);
  await new Promise((resolve) => setTimeout(resolve, 80));
  const rids: string[] = [];
  let position = first!.position;
  for (
    let chunk = await reader.read(position, 1_000_000);
    chunk !== null;
    chunk = await reader.read(position, 1_000_000)
  ) {
    position = chunk.position;
    rids.push(...chunk.lines.map((line) => JSON.parse(line).id));
  }
  expect(rids).toEqual(['2', '3', '4']);
  expect(position.after).toBe(2);
});

test('a line that comes late to a file that seemed finished is counted', async () => {
  const reader = new AccessLogReader(accessLog, 20);
  const worker = await open(accessLog, 'a');
  await worker.appendFile(`${logLine({ id: '1' })}\n`);
  await rename(accessLog, `${accessLog}.1`);
  await appendFile(accessLog, `${logLine({ id: '3' })}\n`);
  await new Promise((resolve) => setTimeout(resolve, 40));
  const first = await reader.read(logStart, 1_000_000);
  const third = await reader.read(first!.position, 1_000_000);
  expect(third?.lines).toEqual([logLine({ id: '3' })]);
  await worker.appendFile(`${logLine({ id: '2' })}\n`);
  await worker.close();
  const second = await reader.read(third!.position, 1_000_000);
  expect(second?.lines).toEqual([logLine({ id: '2' })]);
  expect(await reader.read(second!.position, 1_000_000)).toBeNull();
});

test('a log that was emptied in place is read from its beginning', async () => {
  const reader = new AccessLogReader(accessLog);
  await writeFile(accessLog, `${logLine({ id: 'a' })}\n${logLine({ id: 'b' })}\n`);
  const first = await reader.read(logStart, 1_000_000);
  await truncate(accessLog);
  await appendFile(accessLog, `${logLine({ id: 'c' })}\n`);
  expect((await reader.read(first!.position, 1_000_000))?.lines).toEqual([logLine({ id: 'c' })]);
});

test('invalid UTF-8 and control characters reach the control plane as something it can store', async () => {
  const bytes = Buffer.from(`${logLine({ uri: '/caf?' }).replace('caf?', 'caf\u00ff')}\n`, 'latin1');
  await writeFile(accessLog, bytes);
  const outbox = new UsageOutbox<LogPosition, EdgeUsage>(folder, nodeRoutes.reportUsage);
  const counter = new UsageCounter({ accessLog, everyMs: 10, quietMs: 10, rotate: async () => undefined }, outbox);
  await counter.load();
  await counter.countOnce();
  const [name = ''] = (await readdir(join(folder, 'outbox'))).filter((file) => file.endsWith('.json'));
  const text = await (await import('node:fs/promises')).readFile(join(folder, 'outbox', name), 'utf8');
  expect(JSON.parse(text).minutes[0].paths).toEqual([['/caf\ufffd', 1, 100]]);
});

test('an outbox that is full gives up its oldest batch and says so', async () => {
  const outbox = new UsageOutbox<number, EdgeUsage>(folder, nodeRoutes.reportUsage, 1000);
  await outbox.load();
  const minute = { zoneId: 'z1' } as unknown as UsageMinute;
  for (let n = 1; n <= 50; n++) await outbox.put(`batch${n}`, { minutes: [minute] }, n);
  expect(outbox.waitingBytes).toBeLessThanOrEqual(1000);
  expect(outbox.lostBatches).toBeGreaterThan(0);
  expect(await new UsageOutbox<number, EdgeUsage>(folder, nodeRoutes.reportUsage, 1000).load()).toBe(50);
});
