import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from '../lib/find-program.ts';

export type DnsPrograms = {
  pdns: string;
  dnsdist: string;
  /** The folder of PowerDNS' modules. */
  modules: string;
};
export type FoundPowerDns = ({ ok: true } & DnsPrograms) | { ok: false; reason: string; remedy: string };

/** Debian's packages that bring what a DNS node needs. */
export const dnsPackages = ['pdns-server', 'pdns-backend-lmdb', 'dnsdist'] as const;

const remedy = `apt-get install -y ${dnsPackages.join(' ')}`;
/** Debian names the folder after the processor, others do not. */
const moduleFolders = ['/usr/lib/*/pdns', '/usr/lib/pdns', '/usr/lib64/pdns', '/usr/local/lib/pdns'];
const neededModule = 'liblmdbbackend.so';

/** Looks for PowerDNS, its LMDB module and dnsdist; says what is missing and the one line that brings it. */
export function findPowerDns(): FoundPowerDns {
  const pdns = findProgram('pdns_server');
  if (!pdns) return { ok: false, reason: 'PowerDNS is not installed', remedy };
  const dnsdist = findProgram('dnsdist');
  if (!dnsdist) return { ok: false, reason: 'dnsdist is not installed', remedy };
  const [module] = globSync(moduleFolders.map((folder) => join(folder, neededModule)));
  if (!module) return { ok: false, reason: 'the LMDB module of PowerDNS is not installed', remedy };
  return { ok: true, pdns, dnsdist, modules: dirname(module) };
}
