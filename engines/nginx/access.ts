import { isIPv4, isIPv6 } from 'node:net';
import { demand, quote } from './demand.ts';
import type { WireValue } from './wire.ts';

type Policy = 'allow' | 'block';

/** Who may fetch; a rule that is null is not asked. See lua/access/rules.lua for the order. */
export type AccessConfig = {
  /** Links signed with any of the keys; `bindAddress`: good for the address they were made for only. */
  token: { keys: string[]; bindAddress: boolean } | null;
  /** By the host of the Referer or Origin; `none`: what becomes of requests that name no site. */
  referrers: { policy: Policy; hosts: string[]; none: Policy } | null;
  countries: { policy: Policy; list: string[]; except: string[] } | null;
  addresses: { policy: Policy; list: string[] } | null;
  userAgents: { policy: Policy; list: string[]; caseSensitive: boolean } | null;
  /** Links signed with this one pass every rule. */
  pass: string | null;
};

const hostPattern = /^(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

function demandPolicy(policy: unknown): asserts policy is Policy {
  demand(policy === 'allow' || policy === 'block', `neither allow nor block: ${quote(policy)}`);
}

function demandList(list: unknown, most: number, what: string): asserts list is string[] {
  demand(Array.isArray(list) && list.length <= most, `at most ${most} ${what}`);
  for (const item of list) demand(typeof item === 'string', `not one of the ${what}: ${quote(item)}`);
}

/** The URL parser knows every spelling of IPv6 and leaves one. */
function bytesOfIpv6(address: string): Buffer {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const left = groups(head);
  const right = groups(tail ?? '');
  const bytes = Buffer.alloc(16);
  left.forEach((group, at) => void bytes.writeUInt16BE(group, 2 * at));
  right.forEach((group, at) => void bytes.writeUInt16BE(group, 16 - 2 * (right.length - at)));
  return bytes;
}

const mapped = Buffer.from('00000000000000000000ffff', 'hex');

/** An address or network as its hexadecimal digits, and how many of its bits count; mapped IPv4 as IPv4. */
export function readNetwork(text: string): [hex: string, bits: number] {
  const [address = '', prefix, more] = text.split('/');
  const isV6 = isIPv6(address) && !address.includes('%');
  demand(isIPv4(address) || isV6, `not an address or network: ${quote(text)}`);
  const bytes = isV6 ? bytesOfIpv6(address) : Buffer.from(address.split('.').map(Number));
  const bits = prefix === undefined ? bytes.length * 8 : Number(prefix);
  const isPrefix = prefix === undefined || /^\d{1,3}$/.test(prefix);
  demand(more === undefined && isPrefix && bits <= bytes.length * 8, `not an address or network: ${quote(text)}`);
  const isMapped = isV6 && bits >= 96 && bytes.subarray(0, 12).equals(mapped);
  return isMapped ? [bytes.toString('hex', 12), bits - 96] : [bytes.toString('hex'), bits];
}

function readNetworks(list: unknown, most: number): WireValue[] {
  demandList(list, most, 'networks');
  return list.map(readNetwork);
}

function demandKey(key: unknown): asserts key is string {
  demand(typeof key === 'string' && /^[\x21-\x7e]{16,128}$/.test(key), 'a key has 16 to 128 printable characters');
}

function readToken({ keys, bindAddress }: NonNullable<AccessConfig['token']>): WireValue {
  demand(Array.isArray(keys) && keys.length >= 1 && keys.length <= 3, 'links are signed with one of one to three keys');
  for (const key of keys) demandKey(key);
  demand(typeof bindAddress === 'boolean', 'links are bound to an address or not');
  return { keys, bindAddress };
}

function readReferrers({ policy, hosts, none }: NonNullable<AccessConfig['referrers']>): WireValue {
  demandPolicy(policy);
  demandPolicy(none);
  demandList(hosts, 500, 'sites');
  for (const host of hosts) demand(host.length <= 255 && hostPattern.test(host), `not a site: ${quote(host)}`);
  return { policy, hosts, none };
}

function readCountries({ policy, list, except }: NonNullable<AccessConfig['countries']>): WireValue {
  demandPolicy(policy);
  demandList(list, 250, 'countries');
  for (const country of list) demand(/^[A-Z]{2}$/.test(country), `not a country: ${quote(country)}`);
  return { policy, list, except: readNetworks(except, 100) };
}

function readAddresses({ policy, list }: NonNullable<AccessConfig['addresses']>): WireValue {
  demandPolicy(policy);
  return { policy, list: readNetworks(list, 500) };
}

function readUserAgents({ policy, list, caseSensitive }: NonNullable<AccessConfig['userAgents']>): WireValue {
  demandPolicy(policy);
  demandList(list, 100, 'user agents');
  for (const pattern of list)
    demand(pattern !== '' && pattern.length <= 512, `not a pattern of user agents: ${quote(pattern)}`);
  demand(typeof caseSensitive === 'boolean', 'case counts or not');
  return { policy, list, caseSensitive };
}

export function readAccess(access: AccessConfig | null): WireValue {
  if (access === null) return null;
  demand(typeof access === 'object', 'the rules of access are a document, or null');
  const { token, referrers, countries, addresses, userAgents, pass } = access;
  if (pass !== null) demandKey(pass);
  return {
    token: token && readToken(token),
    referrers: referrers && readReferrers(referrers),
    countries: countries && readCountries(countries),
    addresses: addresses && readAddresses(addresses),
    userAgents: userAgents && readUserAgents(userAgents),
    pass,
  };
}
