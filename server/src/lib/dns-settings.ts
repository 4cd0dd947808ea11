import { isIP } from 'node:net';
import { readMailbox, writeMailbox } from '@headwater/contract/dns/mailbox';
import { z } from 'zod';

const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const hostname = new RegExp(`^(?=.{3,253}$)${label}(\\.${label})+$`);
const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

export const dnsEnvironment = {
  HEADWATER_DNS_PORT: z.coerce.number().int().min(1).max(65_535).default(5300),
  HEADWATER_NAMESERVERS: z
    .string()
    .transform((text) => [...new Set(listOf(text).map((name) => name.toLowerCase().replace(/\.$/, '')))])
    .refine((names) => names.length >= 2, 'name at least two name servers, such as ns1.example.com,ns2.example.com')
    .refine((names) => names.every((name) => hostname.test(name)), 'use host names with commas between them')
    .optional(),
  HEADWATER_DNS_HOSTMASTER: z
    .string()
    .trim()
    .toLowerCase()
    .transform((text) => (writeMailbox(text) === null ? readMailbox(text) : text))
    .pipe(z.string('use an e-mail address'))
    .optional(),
  HEADWATER_DNS_RESOLVER: z
    .string()
    .transform(toServer)
    .pipe(z.string('use an IP address, or address:port'))
    .optional(),
  HEADWATER_DNS_AUTHORITY_PORT: z.coerce.number().int().min(1).max(65_535).default(53),
  HEADWATER_EDGE_ADDRESSES: z
    .string()
    .transform(listOf)
    .refine((addresses) => addresses.every((one) => isIP(one) !== 0), 'use IP addresses with commas between them')
    .default([]),
};

export type DnsSettings = {
  /** Where name servers answer, by UDP and TCP. */
  dnsPort: number;
  /** What customers enter at their registrar: host names, in lower case and without a dot at the end. */
  nameservers: string[];
  /** The operator named none, so that these are made from the edge domain. */
  areNameserversGuessed: boolean;
  /** In the SOA of domains whose owner names none: an e-mail address; null makes one of the domain's own name. */
  dnsHostmaster: string | null;
  /** `address:port` of the resolver that finds out where a domain is delegated to; null is the machine's own. */
  dnsResolver: string | null;
  /** Where other people's name servers are asked; 53 but in tests. */
  dnsAuthorityPort: number;
  /** What proxied records are answered with; empty takes the addresses that edges report. */
  edgeAddresses: string[];
};

export function readDnsSettings(
  given: z.output<z.ZodObject<typeof dnsEnvironment>>,
  installation: { edgeDomain: string; isDemo: boolean },
): DnsSettings {
  const own = installation.isDemo ? 'headwater.test' : installation.edgeDomain;
  return {
    dnsPort: given.HEADWATER_DNS_PORT,
    nameservers: given.HEADWATER_NAMESERVERS ?? [`ns1.${own}`, `ns2.${own}`],
    areNameserversGuessed: given.HEADWATER_NAMESERVERS === undefined,
    dnsHostmaster: given.HEADWATER_DNS_HOSTMASTER ?? null,
    dnsResolver: given.HEADWATER_DNS_RESOLVER ?? null,
    dnsAuthorityPort: given.HEADWATER_DNS_AUTHORITY_PORT,
    edgeAddresses: given.HEADWATER_EDGE_ADDRESSES,
  };
}

/** `address:port`, an IPv6 address in brackets; undefined for what is no server. */
function toServer(text: string): string | undefined {
  const [, v6, v4, port = '53'] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d+))?$/.exec(text) ?? [];
  if (isIP(text) === 6) return `[${text}]:53`;
  if (!isPort(port)) return undefined;
  if (v4 !== undefined && isIP(v4) === 4) return `${v4}:${port}`;
  return v6 !== undefined && isIP(v6) === 6 ? `[${v6}]:${port}` : undefined;
}
