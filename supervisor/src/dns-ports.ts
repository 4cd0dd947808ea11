import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { tryTcpPort, tryUdpPort } from './try-port.ts';

const inner = ['pdns', 'api', 'counters', 'collector'] as const;
/** Ports of the loopback address by which the programs of a name server reach each other. */
export type InnerPorts = Record<(typeof inner)[number], number>;

const loopback = '127.0.0.1';

/** The ports of the last time while they are free, otherwise new ones: installations beside each other never share one. */
export async function chooseInnerPorts(nodeFolder: string): Promise<InnerPorts> {
  const path = join(nodeFolder, 'ports.json');
  const last = readPorts(path);
  if (last && (await areFree(Object.values(last)))) return last;
  const ports = await findFree(inner.length);
  const chosen = Object.fromEntries(inner.map((name, index) => [name, ports[index]])) as InnerPorts;
  writeFileSync(path, JSON.stringify(chosen));
  return chosen;
}

function readPorts(path: string): InnerPorts | null {
  try {
    const ports = JSON.parse(readFileSync(path, 'utf8')) as InnerPorts;
    return inner.every((name) => Number.isInteger(ports[name])) ? ports : null;
  } catch {
    return null;
  }
}

const areFree = async (ports: number[]) =>
  (await Promise.all(ports.flatMap((port) => [tryTcpPort(port, loopback), tryUdpPort(port, loopback)]))).every(
    (code) => code === undefined,
  );

/** Free by TCP and UDP, all different. */
async function findFree(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = await pickPort();
    if ((await tryUdpPort(port, loopback)) === undefined) found.add(port);
  }
  return [...found];
}

function pickPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, loopback, () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
