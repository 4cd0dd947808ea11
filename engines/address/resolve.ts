import { ADDRCONFIG, type LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressesInHostsFile } from './hosts-file.ts';

export type ResolvedAddress = { address: string; family: 4 | 6 };
export type ResolvedOrigin = { addresses: ResolvedAddress[]; ttlSeconds: number };

/** The name has no address now. `not_found`: the DNS says so; the others may pass by themselves. */
export class OriginUnresolvable extends Error {
  readonly host: string;
  readonly code: 'not_found' | 'timeout' | 'failed';

  constructor(host: string, code: 'not_found' | 'timeout' | 'failed') {
    const why = {
      not_found: 'no such name',
      timeout: 'the name servers did not answer in time',
      failed: 'the name servers answered with an error',
    };
    super(`${host} cannot be resolved: ${why[code]}`);
    this.name = 'OriginUnresolvable';
    this.host = host;
    this.code = code;
  }
}

const shortestTtlSeconds = 5;
const longestTtlSeconds = 300;
/** For answers that come without a TTL. */
const defaultTtlSeconds = 30;

const toAddress = (address: string): ResolvedAddress => ({ address, family: isIP(address) === 6 ? 6 : 4 });

/**
 * The addresses of an origin's host: a literal address as it is, then this machine's hosts file, then the DNS, and last
 * whatever else the system's own resolver knows. Says nothing about whether they are allowed.
 */
export async function resolveOrigin(host: string, options: { timeoutMs: number }): Promise<ResolvedOrigin> {
  const name = host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(name) !== 0) return { addresses: [toAddress(name)], ttlSeconds: longestTtlSeconds };
  const listed = await addressesInHostsFile(name);
  if (listed.length > 0) return { addresses: listed.map(toAddress), ttlSeconds: defaultTtlSeconds };
  // RFC 6761: these names never leave the machine.
  if (name === 'localhost' || name.endsWith('.localhost'))
    return { addresses: [toAddress('127.0.0.1'), toAddress('::1')], ttlSeconds: defaultTtlSeconds };

  const resolver = new Resolver({ timeout: Math.max(250, Math.floor(options.timeoutMs / 2)), tries: 2 });
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => {
      resolver.cancel();
      reject(new OriginUnresolvable(name, 'timeout'));
    });
  });
  return await Promise.race([late, askDns(resolver, name).then((found) => found ?? askSystem(name, deadline))]);
}

/** Null when the DNS gives no address for the name. */
async function askDns(resolver: Resolver, name: string): Promise<ResolvedOrigin | null> {
  const answers = await Promise.allSettled([
    resolver.resolve4(name, { ttl: true }),
    resolver.resolve6(name, { ttl: true }),
  ]);
  const records = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (records.length === 0) return null;
  const ttlSeconds = Math.min(...records.map((record) => record.ttl));
  return {
    addresses: records.map((record) => toAddress(record.address)),
    ttlSeconds: Math.max(shortestTtlSeconds, Math.min(longestTtlSeconds, ttlSeconds)),
  };
}

// getaddrinfo blocks one of the process's few worker threads for as long as name servers are silent. Two at a time
// leave the others to file access, so that dead names delay nothing but each other.
const mostSystemLookups = 2;
let systemLookups = 0;
const waiting: (() => void)[] = [];

async function askSystem(name: string, deadline: AbortSignal): Promise<ResolvedOrigin> {
  if (systemLookups >= mostSystemLookups) await new Promise<void>((resolve) => waiting.push(resolve));
  else systemLookups += 1;
  try {
    if (deadline.aborted) throw new OriginUnresolvable(name, 'timeout');
    const found: LookupAddress[] = await lookup(name, { all: true, verbatim: true, hints: ADDRCONFIG });
    if (found.length === 0) throw new OriginUnresolvable(name, 'not_found');
    return { addresses: found.map(({ address }) => toAddress(address)), ttlSeconds: defaultTtlSeconds };
  } catch (error) {
    if (error instanceof OriginUnresolvable) throw error;
    throw new OriginUnresolvable(name, (error as NodeJS.ErrnoException).code === 'ENOTFOUND' ? 'not_found' : 'failed');
  } finally {
    const next = waiting.shift();
    if (next === undefined) systemLookups -= 1;
    else next();
  }
}
