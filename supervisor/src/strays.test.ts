import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { readProcess } from './proc.ts';
import { endStrays } from './strays.ts';

const dataFolder = `/tmp/headwater-strays-${process.pid}`;
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** In a session of its own, as an encoder that is to outlive its agent. */
async function startDetached(env: Record<string, string>, command = 'exec sleep 60'): Promise<number> {
  const child = spawn('sh', ['-c', command], { env: { ...process.env, ...env }, detached: true, stdio: 'ignore' });
  started.push(child);
  await once(child, 'spawn');
  return child.pid!;
}

test('what an agent left is ended, also when it does not listen', async () => {
  const node = { HEADWATER_NODE_FOLDER: `${dataFolder}/nodes/live-1` };
  const pids = [await startDetached(node), await startDetached(node, 'trap "" INT; sleep 60 & wait; wait')];
  const ended = await endStrays(dataFolder);
  expect(pids.filter((pid) => readProcess(pid))).toEqual([]);
  expect(ended).toEqual(expect.arrayContaining(pids.map((pid) => expect.stringContaining(`(process ${pid})`))));
});

test('what an operator runs beside it, and what belongs to another folder, is left alone', async () => {
  const others = [
    await startDetached({ HEADWATER_DATA: dataFolder }),
    await startDetached({ HEADWATER_NODE_FOLDER: `${dataFolder}-2/nodes/live-1` }),
  ];
  expect(await endStrays(dataFolder)).toEqual([]);
  expect(others.filter((pid) => readProcess(pid))).toEqual(others);
});
