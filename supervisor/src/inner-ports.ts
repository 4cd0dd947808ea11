import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort, reservePort } from '@headwater/engines/lib';

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
  const found = names.map(async (name) => [name, await findFreePort()] as const);
  const chosen = Object.fromEntries(await Promise.all(found)) as Record<Name, number>;
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

const areFree = async (ports: number[]) => (await Promise.all(ports.map(reservePort))).every(Boolean);
