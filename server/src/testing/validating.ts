import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Ds } from '@headwater/contract/dns/security-routes';
import type { DnsZone } from '@headwater/contract/nodes/dns-document';
import { TestDns } from '@headwater/engines/powerdns/testing';

/** What delv finds, in its first line, where a real PowerDNS serves these zones and this DS of one of them is trusted. */
export async function validate(
  zones: readonly DnsZone[],
  { domain, ds }: { domain: string; ds: Ds },
  questions: readonly [name: string, type: string][],
): Promise<string[]> {
  const dns = await new TestDns().start();
  try {
    for (const zone of zones) await dns.api.createZone(zone);
    const anchor = join(dns.folder, 'anchor');
    const digest = `${ds.keyTag} ${ds.algorithm} ${ds.digestType} "${ds.digest}"`;
    writeFileSync(anchor, `trust-anchors { "${domain}." static-ds ${digest}; };\n`);
    const flags = ['@127.0.0.1', '-p', String(dns.port), '-a', anchor, `+root=${domain}`];
    const said: string[] = [];
    for (const question of questions) {
      const text = await promisify(execFile)('delv', [...flags, ...question]).then(
        ({ stdout }) => stdout,
        (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
      );
      said.push(text.split('\n')[0]!);
    }
    return said;
  } finally {
    await dns.stop();
  }
}
