import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseInnerPorts } from './inner-ports.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-ports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const names = ['pdns', 'api', 'counters', 'collector'] as const;
const choose = () => chooseInnerPorts(folder, names);

test('ports are all different, and stay the same from start to start', async () => {
  const chosen = await choose();
  expect(new Set(Object.values(chosen)).size).toBe(4);
  expect(await choose()).toEqual(chosen);
});

test('a port that another program has taken meanwhile is not insisted on, whichever way it listens', async () => {
  const chosen = await choose();
  const squatter = createServer().listen(chosen.api, '127.0.0.1');
  await once(squatter, 'listening');
  const second = await choose();
  expect(Object.values(second)).not.toContain(chosen.api);
  squatter.close();
  const byUdp = createSocket('udp4').bind(second.pdns, '127.0.0.1');
  await once(byUdp, 'listening');
  expect(Object.values(await choose())).not.toContain(second.pdns);
  byUdp.close();
});

test.each(['{', '{"pdns":1}', '[]', 'null'])('a file that says %s is made anew', async (text) => {
  writeFileSync(join(folder, 'ports.json'), text);
  expect(Object.keys(await choose())).toEqual(names);
});
