import { readIpv4, readIpv6 } from '@headwater/contract/dns/addresses';
import { NewDomain, type startTemplates } from '@headwater/contract/dns/domain';
import { readDomainName } from '@headwater/contract/dns/names';
import type { z } from 'zod';
import { problemsOf } from '../../lib/form-check.ts';

export type Template = (typeof startTemplates)[number];
export type Start = 'empty' | 'template' | 'import';
export type CreateValues = { domain: string; start: Start; template: Template; address: string; zone: string };

export const nothingYet: CreateValues = { domain: '', start: 'empty', template: 'website', address: '', zone: '' };

/** The template of a domain without mail and website has no address to point to. */
export const asksAddress = ({ start, template }: CreateValues): boolean =>
  start === 'template' && template !== 'no-mail';

/** What is sent: only what belongs to the chosen start. */
export const bodyOf = (values: CreateValues): z.input<typeof NewDomain> => ({
  domain: values.domain,
  start: values.start,
  ...(values.start === 'template' && { template: values.template }),
  ...(asksAddress(values) && { address: values.address }),
  ...(values.start === 'import' && { zone: values.zone }),
});

/** What keeps the domain from being created, by field. */
export function createProblems(values: CreateValues): Record<string, string> {
  const problems = problemsOf(NewDomain, bodyOf(values));
  const read = readDomainName(values.domain);
  if (!read.ok) problems.domain = read.message;
  const address = values.address.trim();
  if (asksAddress(values) && readIpv4(address) === null && readIpv6(address) === null) {
    problems.address = 'Enter the IPv4 or IPv6 address of your web server, such as 192.0.2.10';
  }
  if (values.start === 'import' && values.zone.trim() === '') problems.zone = 'Choose a zone file, or paste its text';
  return problems;
}

/** What there is to know of the name that was typed: how it will be kept, or that it may not be the one that is meant. */
export function nameHint(text: string): string {
  const read = readDomainName(text);
  if (!read.ok) return 'A domain that you own, without www.';
  const above = /^www\.(.+\..+)$/.exec(read.name)?.[1];
  if (above) return `Most people create ${above}: www is one of its records.`;
  return read.name === text.trim() ? 'A domain that you own, without www.' : `It is kept as ${read.name}`;
}
