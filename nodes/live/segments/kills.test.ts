import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { SegmentIndex } from './segment-index.ts';

const program = fileURLToPath(new URL('../testing/write-segments.ts', import.meta.url));

/** Starts it, lets it add so many, and kills it without a warning. What it said. */
async function writeAndKill(folder: string, count: number): Promise<{ part: number; number: number }[]> {
  const child = spawn(process.execPath, ['--no-warnings', program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: { part: number; number: number }[] = [];
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const [part = 0, number = 0] of lines.map((line) => line.split(' ').map(Number))) said.push({ part, number });
    if (said.length >= count) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return said;
}

test('an index that was killed in any place holds every number that it gave, once, and goes on behind it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-kills-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let last = { part: 0, number: -1 };
  for (const count of [1, 7, 33, 90, 151]) {
    const said = await writeAndKill(folder, count);
    expect(said.length).toBeGreaterThanOrEqual(count);
    // What was committed and not said any more may be one number and its part.
    expect(said[0]!.part).toBeGreaterThan(last.part);
    for (const one of said) {
      expect(one.number - last.number).toBeGreaterThanOrEqual(1);
      expect(one.number - last.number).toBeLessThanOrEqual(one === said[0] ? 2 : 1);
      last = one;
    }
    const index = new SegmentIndex({ folder, mediaFolder: join(folder, 'media') });
    const listed = index.list('news', 'v0', { lastN: 1 })[0]!;
    expect(listed.number - last.number).toBeGreaterThanOrEqual(0);
    expect(listed.number - last.number).toBeLessThanOrEqual(1);
    for (const { moments } of index.timelineOf('news')!.sessions) {
      expect(moments.map(({ number }) => number)).toEqual(moments.map((_, at) => moments[0]!.number + at));
      expect(moments.some(({ segments }) => segments.some(({ gap }) => gap))).toBe(false);
    }
    last.number = listed.number;
    index.close();
  }
});
