import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findFreePort, reservePort } from './index.ts';

const elsewhere = async (expression: string): Promise<string> => {
  const module = JSON.stringify(join(import.meta.dirname, 'index.ts'));
  const script = `const { findFreePort, reservePort } = await import(${module}); console.log(${expression})`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return stdout.trim();
};

test('nobody is given a port that another was given, though nobody listens on it yet', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, findFreePort));
  expect(new Set(ports).size).toBe(50);
  expect(await elsewhere(`await reservePort(${ports[0]})`)).toBe('false');
  expect(await reservePort(ports[0]!)).toBe(true);
});

test('a port is given back when whoever was given it has ended', async () => {
  const port = Number(await elsewhere('await findFreePort()'));
  expect(await reservePort(port)).toBe(true);
});

test('no connection and no server that takes any port can be given one of them', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  expect(await findFreePort()).toBeLessThan(30_000);
  expect(port).toBeGreaterThanOrEqual(30_000);
});

test('what somebody listens on is not free, whichever way they listen', async () => {
  const [one, other] = await Promise.all([findFreePort(), findFreePort()]);
  const server = createServer().listen(one, '127.0.0.1');
  const socket = createSocket('udp4').bind(other, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(socket, 'listening')]);
  expect([await reservePort(one), await reservePort(other)]).toEqual([false, false]);
  server.close();
  socket.close();
});
