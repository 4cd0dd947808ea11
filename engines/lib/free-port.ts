import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { tryTcpPort, tryUdpPort } from './try-port.ts';

const loopback = '127.0.0.1';
/**
 * Below those that Linux gives to outgoing connections and to whoever asks for any port (from 32768, ip(7)): between
 * being found and being listened on, a port of those could be taken by anybody's connection.
 */
const range = [20_000, 30_000] as const;
const ours = new Set<number>();

/**
 * Keeps a port for this process and what it starts, as long as it lives: no other process that asks here is given it,
 * though nobody may listen on it yet.
 * @returns false where it is another's, or something listens on it by TCP or UDP.
 */
export async function reservePort(port: number): Promise<boolean> {
  if (!ours.has(port) && !(await hold(port))) return false;
  ours.add(port);
  const codes = await Promise.all([tryTcpPort(port, loopback), tryUdpPort(port, loopback)]);
  return codes.every((code) => code === undefined);
}

/** A port of the loopback address, free by TCP and UDP, that nobody was given before. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 1000; tries++) {
    const port = randomInt(...range);
    if (!ours.has(port) && (await reservePort(port))) return port;
  }
  throw new Error(`No port of ${range.join(' to ')} is free`);
}

/** A name in Linux' abstract name space (unix(7)) can be had once, and is given back however its process ends. */
function hold(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().unref();
    server.once('error', () => resolve(false));
    server.listen(`\0headwater-port-${port}`, () => resolve(true));
  });
}
