import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '@headwater/engines/postgres';
import { tryTcpPort, tryUdpPort } from './try-port.ts';

const loopback = '127.0.0.1';

/**
 * Ports of the loopback address by which the programs of a node reach each other: those of the last time while they are
 * free, otherwise new ones, so that installations beside each other never share one.
 */
export async function chooseInnerPorts<Name extends string>(
  nodeFolder: string,
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const path = join(nodeFolder, 'ports.json');
  const last = readPorts(path, names);
  if (last && (await areFree(Object.values(last)))) return last;
  const ports = await findFree(names.length);
  const chosen = Object.fromEntries(names.map((name, index) => [name, ports[index]])) as Record<Name, number>;
  writeFileSync(path, JSON.stringify(chosen));
  return chosen;
}

function readPorts<Name extends string>(path: string, names: readonly Name[]): Record<Name, number> | null {
  try {
    const ports = JSON.parse(readFileSync(path, 'utf8')) as Record<Name, number>;
    return names.every((name) => Number.isInteger(ports[name])) ? ports : null;
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
    const port = await findFreePort();
    if ((await tryUdpPort(port, loopback)) === undefined) found.add(port);
  }
  return [...found];
}
