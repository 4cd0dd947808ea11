import { readFileSync } from 'node:fs';
import { type NodeSettings, readNodeSettings } from '../lib/settings.ts';

/** Where PowerDNS and dnsdist are to be found; what layDns answers, written to a file because keys stand in it. */
export type DnsDoors = {
  api: { url: string; key: string };
  /** Where this program listens for dnsdist. */
  collector: { host: string; port: number };
  counters: { url: string; password: string };
};

export type DnsSettings = NodeSettings & {
  /** Null when no name server could be laid out. */
  doors: DnsDoors | null;
  /** Where dnsdist answers the public. */
  address: string;
  port: number;
  driftCheckSeconds: number;
};

/** What the environment says; throws in words when something needed is missing. */
export function readSettings(env: NodeJS.ProcessEnv): DnsSettings {
  const layout = env.HEADWATER_DNS_LAYOUT;
  const [, address = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(env.HEADWATER_DNS_ADDRESS || '127.0.0.1:5300') ?? [];
  if (address === '') throw new Error('HEADWATER_DNS_ADDRESS is not of the form address:port');
  return {
    ...readNodeSettings(env),
    doors: layout ? (JSON.parse(readFileSync(layout, 'utf8')) as DnsDoors) : null,
    address,
    port: Number(port),
    driftCheckSeconds: Number(env.HEADWATER_DNS_DRIFT_SECONDS || 600),
  };
}
