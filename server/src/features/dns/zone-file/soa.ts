import type { Soa } from '@headwater/contract/dns/domain';
import { readMailbox } from '@headwater/contract/dns/mailbox';
import { readTtl } from './ttl.ts';

/** The words of an SOA's data, names whole; null when they are none. */
export function readSoa(words: readonly string[], ttl: number | null): Soa | null {
  const [mname = '', rname = '', serialText = '', ...times] = words;
  const email = readMailbox(rname);
  const serial = /^\d{1,10}$/.test(serialText) ? Number(serialText) : null;
  const [refresh, retry, expire, minimum] = times.map(readTtl);
  if (email === null || serial === null || times.length !== 4) return null;
  if (refresh == null || retry == null || expire == null || minimum == null) return null;
  return {
    mname: mname.toLowerCase().replace(/\.$/, ''),
    rname: email,
    serial,
    refresh,
    retry,
    expire,
    minimum,
    ttl: ttl ?? minimum,
  };
}
