import { z } from 'zod';

/** What is done with mail that is forged, RFC 7489, as the form shows it. Tags without a field stay in `other`. */
export type DmarcPolicy = 'none' | 'quarantine' | 'reject';
export type DmarcValues = {
  policy: DmarcPolicy;
  /** Another policy for names below the domain; the same where empty. */
  subdomains: DmarcPolicy | '';
  /** Where daily reports go, as e-mail addresses separated by commas; none where empty. */
  reports: string;
  /** Sender and signature must be of the very same name, not only of the same domain. */
  strict: boolean;
  other: string[];
};

export const onlyWatching: DmarcValues = { policy: 'none', subdomains: '', reports: '', strict: false, other: [] };

const isPolicy = (text: string | undefined): text is DmarcPolicy =>
  text === 'none' || text === 'quarantine' || text === 'reject';

function tagsOf(text: string): [string, string][] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [part.toLowerCase(), ''] : [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()];
    });
}

export function parseDmarc(text: string): DmarcValues {
  const tags = tagsOf(text);
  const tagOf = (name: string) => tags.find(([tag]) => tag === name)?.[1];
  const reports = (tagOf('rua') ?? '').split(',').map((uri) => uri.trim());
  const mailOnly = reports.every((uri) => uri === '' || /^mailto:/i.test(uri));
  const strict = tagOf('adkim')?.toLowerCase() === 's' && tagOf('aspf')?.toLowerCase() === 's';
  const policy = tagOf('p')?.toLowerCase();
  const subdomains = tagOf('sp')?.toLowerCase();
  const shown = new Set(['v', 'p', ...(mailOnly ? ['rua'] : []), ...(isPolicy(subdomains) ? ['sp'] : [])]);
  if (strict) for (const tag of ['adkim', 'aspf']) shown.add(tag);
  return {
    policy: isPolicy(policy) ? policy : 'none',
    subdomains: isPolicy(subdomains) ? subdomains : '',
    reports: mailOnly ? reports.map((uri) => uri.replace(/^mailto:/i, '')).join(', ') : '',
    strict,
    other: tags.filter(([tag]) => !shown.has(tag)).map(([tag, value]) => `${tag}=${value}`),
  };
}

export const reportAddresses = (text: string): string[] =>
  text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');

export function buildDmarc({ policy, subdomains, reports, strict, other }: DmarcValues): string {
  const addresses = reportAddresses(reports).map((address) => `mailto:${address}`);
  return [
    'v=DMARC1',
    `p=${policy}`,
    ...(subdomains === '' ? [] : [`sp=${subdomains}`]),
    ...(addresses.length === 0 ? [] : [`rua=${addresses.join(',')}`]),
    ...(strict ? ['adkim=s', 'aspf=s'] : []),
    ...other,
  ].join('; ');
}

const deeds: Record<DmarcPolicy, string> = {
  none: 'is delivered as before',
  quarantine: 'goes to the spam folder',
  reject: 'is refused',
};

/** What a record means, a sentence each. */
export function explainDmarc(text: string): string[] {
  const { policy, subdomains, reports, strict } = parseDmarc(text);
  return [
    `Mail that fails both checks ${deeds[policy]}.`,
    ...(subdomains === '' || subdomains === policy ? [] : [`From names below the domain, it ${deeds[subdomains]}.`]),
    reports === '' ? 'Nobody gets reports.' : `Daily reports go to ${reports}.`,
    ...(strict ? ['Sender and signature must match the domain exactly.'] : []),
  ];
}

const isEmail = (text: string) => z.email().safeParse(text).success;

/** What keeps the record from being saved, by field. */
export function dmarcProblems({ reports }: DmarcValues): Record<string, string> {
  const wrong = reportAddresses(reports).find((address) => !isEmail(address));
  return wrong === undefined ? {} : { reports: `${wrong} is no e-mail address: enter one such as dmarc@example.com` };
}
