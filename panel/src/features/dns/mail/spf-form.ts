import { readIpv4, readIpv6 } from '@headwater/contract/dns/addresses';
import { readDomainName } from '@headwater/contract/dns/names';
import { type Provider, providers } from './mail-providers.ts';
import { buildSpf, countLookups, linesOf, mergeSpf, mostLookups, noSenders, type SpfValues } from './spf.ts';

/** What stands in the form's fields: the names that it knows apart from the others. */
export type SpfForm = Omit<SpfValues, 'includes'> & { known: string[]; others: string };

const knownNames = providers.flatMap(({ spf }) => (spf ? [spf] : []));

/** The record that is there, several made into one, or what the provider that receives the mail needs. */
export function beginSpf(texts: readonly string[], provider: Provider | undefined): SpfForm {
  const { includes, ...values } = texts.length === 0 ? suggested(provider) : mergeSpf(texts);
  return {
    ...values,
    known: includes.filter((name) => knownNames.includes(name)),
    others: includes.filter((name) => !knownNames.includes(name)).join('\n'),
  };
}

function suggested(provider: Provider | undefined): SpfValues {
  if (provider?.id === 'none') return { ...noSenders, rest: '-all' };
  if (provider?.spf) return { ...noSenders, includes: [provider.spf] };
  return { ...noSenders, mx: true };
}

/** The records that are there, with a provider's senders among those who may send. */
export function withProvider(texts: readonly string[], name: string): string {
  const values = texts.length === 0 ? noSenders : mergeSpf(texts);
  return buildSpf({ ...values, includes: [...new Set([...values.includes, name])] });
}

/** More than those who check a sender make; null where it is not. */
export function tooManyLookups(text: string): string | null {
  const lookups = countLookups(text);
  return lookups > mostLookups
    ? `The record asks for ${lookups} look-ups, and those who check it stop at ${mostLookups}. Name fewer services.`
    : null;
}

export const partsOf = ({ known, others, ...values }: SpfForm): SpfValues => ({
  ...values,
  includes: [...known, ...linesOf(others)],
});

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const most = address.includes(':') ? 128 : 32;
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return more === undefined && fits && (readIpv4(address) ?? readIpv6(address)) !== null;
}

// Names of other providers may begin with an underscore, or hold macros.
const isIncluded = (name: string) => /[%{]/.test(name) || readDomainName(name.replace(/(^|\.)_/g, '$1')).ok;

/** What keeps the record from being saved, by field; `record` is about the whole. */
export function spfProblems(values: SpfForm): Record<string, string> {
  const problems: Record<string, string> = {};
  const address = linesOf(values.addresses).find((line) => !isNetwork(line));
  if (address !== undefined)
    problems.addresses = `${address} is no address: enter one such as 192.0.2.10 or 2001:db8::/32`;
  const name = linesOf(values.others).find((line) => !isIncluded(line));
  if (name !== undefined) problems.others = `${name} is no name: enter one such as spf.example.com`;
  const tooMany = tooManyLookups(buildSpf(partsOf(values)));
  if (tooMany !== null) problems.record = tooMany;
  return problems;
}
