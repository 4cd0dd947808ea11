import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { Server } from './exchange.ts';

/** The resolver that this machine uses, as `address:port`. */
export function systemResolver(file = '/etc/resolv.conf'): string {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // Without the file the system asks itself, and so do we.
  }
  const [address = '127.0.0.1'] = [...text.matchAll(/^\s*nameserver\s+(\S+)/gm)].flatMap(([, found]) => found ?? []);
  return address.includes(':') ? `[${address}]:53` : `${address}:53`;
}

/** `192.0.2.1:53` or `[2001:db8::1]:53`. */
export function readServer(text: string): Server {
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const address = six ?? four ?? '';
  if (isIP(address) === 0) throw new Error(`${text} is not an address with a port`);
  return { address, port: Number(port) };
}
