import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { boundErrorLog } from './log-rotation.ts';

test('an error log of nginx takes at most two files, however much origins fail', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'error-log-'));
  const errorLog = join(folder, 'error.log');
  const pidFile = join(folder, 'nginx.pid');
  try {
    await boundErrorLog(errorLog, pidFile, 10);
    await writeFile(errorLog, 'short');
    await boundErrorLog(errorLog, pidFile, 10);
    expect(await readdir(folder)).toEqual(['error.log']);
    for (const text of ['first too long', 'second too long']) {
      await writeFile(errorLog, text);
      await boundErrorLog(errorLog, pidFile, 10);
    }
    expect(await readdir(folder)).toEqual(['error.log.1']);
    expect(await readFile(`${errorLog}.1`, 'utf8')).toBe('second too long');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
