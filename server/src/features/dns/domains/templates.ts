import { isIP } from 'node:net';
import type { NewDomain } from '@headwater/contract/dns/domain';
import type { RecordInput } from '@headwater/contract/dns/record-types';
import type { z } from 'zod';
import { fieldProblem } from '../../../lib/problem.ts';

/** The records that a template begins with. @throws Problem on `address` or `template`. */
export function templateRecords({ template, address }: z.output<typeof NewDomain>): RecordInput[] {
  if (template === undefined) throw fieldProblem('invalid_input', 'template', 'Choose a template');
  if (template === 'no-mail') return noMail;
  const version = isIP(address ?? '');
  if (version === 0)
    throw fieldProblem(
      'invalid_input',
      'address',
      'Enter the IPv4 or IPv6 address of your web server, such as 192.0.2.10',
    );
  const website: RecordInput[] = [
    { host: '@', type: version === 4 ? 'A' : 'AAAA', record: address! },
    { host: 'www', type: 'CNAME', record: '@' },
  ];
  if (template === 'website') return website;
  return [
    ...website,
    { host: 'mail', type: version === 4 ? 'A' : 'AAAA', record: address! },
    { host: '@', type: 'MX', record: 'mail', priority: 10 },
    { host: '@', type: 'TXT', record: 'v=spf1 mx -all' },
    { host: '_dmarc', type: 'TXT', record: 'v=DMARC1; p=none' },
  ];
}

/** A domain that neither sends nor receives mail says so, and nobody can send in its name. RFC 7505, RFC 7208. */
const noMail: RecordInput[] = [
  { host: '@', type: 'MX', record: '.', priority: 0 },
  { host: '@', type: 'TXT', record: 'v=spf1 -all' },
  { host: '_dmarc', type: 'TXT', record: 'v=DMARC1; p=reject' },
];
