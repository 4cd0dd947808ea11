import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

const path = '/etc/hosts';
let known: { modifiedMs: number; names: Map<string, string[]> } = { modifiedMs: -1, names: new Map() };

export function parseHosts(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0 || address.includes('%')) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      names.set(name, [...(names.get(name) ?? []), address]);
    }
  }
  return names;
}

/** Addresses that this machine's own table gives a name; read again whenever the file changed. */
export async function addressesInHostsFile(host: string): Promise<string[]> {
  try {
    const { mtimeMs } = await stat(path);
    if (mtimeMs !== known.modifiedMs) known = { modifiedMs: mtimeMs, names: parseHosts(await readFile(path, 'utf8')) };
  } catch {
    return [];
  }
  return known.names.get(host) ?? [];
}
