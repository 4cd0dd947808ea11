import { isIP, isIPv4, isIPv6 } from 'node:net';
import { type AccessConfig, readAccess } from './access.ts';
import { demand, quote, Unacceptable } from './demand.ts';
import { encodeWire, type WireValue } from './wire.ts';

/** One zone as the edge serves it. Addresses are those the agent resolved and checked: `1.2.3.4:443`, `[2001:db8::1]:443`. */
export type EdgeZoneConfig = {
  id: string;
  hosts: string[];
  /** The first segment of the zone's request paths; its hosts may be shared. Null: every path, and the hosts are its own. */
  path: string | null;
  disabled: boolean;
  /** `door` goes to the origin as X-Headwater-Door. */
  origin: { url: string; hostHeader: string | null; addresses: string[]; door: string | null };
  /** Null: everybody may fetch. */
  access: AccessConfig | null;
  /** `passed`: nothing is stored, and ranges are asked of the origin as visitors ask for them. */
  delivery: 'cached' | 'passed';
  cache: { edgeTtlSeconds: number | null; queryString: 'keep' | 'ignore'; staleIfErrorSeconds: number };
  purge: { generation: number; bans: [number, string][] };
};

/** `path` is empty where the zone has its hosts alone. */
export type ZoneOnWire = { id: string; hosts: string[]; path: string; document: string };

const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const hostName = new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*$`);
const pathSegment = /^[a-z0-9]([a-z0-9-]{0,78}[a-z0-9])?$/;
const longestTtl = 31_536_000;

function isCount(value: unknown, most: number = Number.MAX_SAFE_INTEGER): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
}

/** Nothing that could end a line or a field: control characters, also those beyond ASCII. */
function isOneLine(text: unknown): text is string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  return typeof text === 'string' && !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text);
}

/** `host` or `host:port`, as a Host header has it. */
function isAuthority(text: string): boolean {
  const parts = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(text);
  if (!parts) return false;
  const host = parts[1]!.toLowerCase();
  const port = Number(parts[2] ?? 80);
  return port >= 1 && port <= 65_535 && (hostName.test(host) || (host.startsWith('[') && isIPv6(host.slice(1, -1))));
}

function readAddress(text: unknown): [string, number] {
  const parts = typeof text === 'string' ? /^(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+)):(\d{1,5})$/.exec(text) : null;
  const port = Number(parts?.[3]);
  const isAddress = parts?.[1] ? isIPv6(parts[1]) : isIPv4(parts?.[2] ?? '');
  demand(isAddress && port >= 1 && port <= 65_535, `not an address with a port: ${quote(text)}`);
  return [parts![1] ? `[${parts![1]}]` : parts![2]!, port];
}

function readOrigin(origin: EdgeZoneConfig['origin']): WireValue {
  demand(isOneLine(origin?.url) && URL.canParse(origin.url), `the origin is not a URL: ${quote(origin?.url)}`);
  const url = new URL(origin.url);
  demand(url.protocol === 'http:' || url.protocol === 'https:', 'the origin must be http or https');
  demand(url.username === '' && url.password === '', 'the origin must not hold a user name or password');
  demand(url.search === '' && url.hash === '', 'the origin must not hold a query or a fragment');
  demand(isAuthority(url.host), `the origin has no proper host: ${quote(url.host)}`);
  demand(/^[\x21-\x7e]*$/.test(url.pathname), 'the path of the origin holds characters that are not allowed');
  demand(Array.isArray(origin.addresses) && origin.addresses.length <= 64, 'at most 64 addresses of the origin');
  const { hostHeader: header, door } = origin;
  demand(header === null || (isOneLine(header) && isAuthority(header)), `not a host name: ${quote(header)}`);
  demand(door === null || (typeof door === 'string' && /^[\x21-\x7e]{16,128}$/.test(door)), 'not the key of a door');
  return {
    scheme: url.protocol.slice(0, -1),
    name: isIP(url.hostname) ? url.hostname : url.hostname.replace(/^\[|\]$/g, ''),
    hostHeader: header ?? url.host,
    prefix: url.pathname.replace(/\/+$/, ''),
    addresses: origin.addresses.map(readAddress),
    door: door ?? '',
  };
}

function readCache(cache: EdgeZoneConfig['cache']): WireValue {
  const { edgeTtlSeconds, queryString, staleIfErrorSeconds } = cache ?? {};
  demand(
    edgeTtlSeconds === null || isCount(edgeTtlSeconds, longestTtl),
    'the edge TTL must be seconds, at most a year',
  );
  demand(queryString === 'keep' || queryString === 'ignore', 'the query string is kept or ignored');
  demand(isCount(staleIfErrorSeconds, longestTtl), 'stale-if-error must be seconds, at most a year');
  return { edgeTtlSeconds, queryString, staleIfErrorSeconds };
}

function readPurge(purge: EdgeZoneConfig['purge']): WireValue {
  demand(isCount(purge?.generation), 'the generation must be a whole number');
  demand(Array.isArray(purge.bans) && purge.bans.length <= 1024, 'at most 1,024 wildcard purges');
  for (const ban of purge.bans) {
    demand(Array.isArray(ban) && isCount(ban[0]), 'a wildcard purge needs a number');
    demand(isOneLine(ban[1]) && ban[1].length <= 4096, `not a purge pattern: ${quote(ban[1])}`);
  }
  return { generation: purge.generation, bans: purge.bans };
}

function readHosts(hosts: unknown): string[] {
  demand(Array.isArray(hosts) && hosts.length > 0, 'a zone needs a host name');
  for (const host of hosts) {
    demand(typeof host === 'string' && hostName.test(host), `not a host name: ${quote(host)}`);
  }
  return [...new Set(hosts as string[])];
}

function readPath(path: unknown): string {
  demand(path === null || (typeof path === 'string' && pathSegment.test(path)), `not a path segment: ${quote(path)}`);
  return path ?? '';
}

/** The zone as the edge takes it, every value checked; or why the edge cannot take it. */
export function readZone(zone: EdgeZoneConfig): { ok: true; wire: ZoneOnWire } | { ok: false; reason: string } {
  try {
    demand(typeof zone.id === 'string' && /^[a-z0-9]{1,32}$/.test(zone.id), `not a zone id: ${quote(zone.id)}`);
    demand(typeof zone.disabled === 'boolean', 'a zone is disabled or not');
    demand(zone.delivery === 'cached' || zone.delivery === 'passed', 'answers are cached or passed');
    const path = readPath(zone.path);
    const document = {
      path,
      disabled: zone.disabled,
      origin: readOrigin(zone.origin),
      access: readAccess(zone.access),
      passed: zone.delivery === 'passed',
      cache: readCache(zone.cache),
      purge: readPurge(zone.purge),
    };
    const wire = { id: zone.id, hosts: readHosts(zone.hosts), path };
    return { ok: true, wire: { ...wire, document: encodeWire(document).toString() } };
  } catch (error) {
    if (error instanceof Unacceptable) return { ok: false, reason: error.message };
    throw error;
  }
}
