import { readDomainName } from '../names.ts';
import { quoteText, splitWords, wordText } from '../words.ts';
import { accept, type Reading, readNumber, refuse, type TypeRule } from './types.ts';

const caaTags = ['issue', 'issuewild', 'issuemail', 'issuevmc', 'iodef', 'contactemail', 'contactphone'] as const;

export const caa: TypeRule = {
  numbers: [],
  read(record): Reading {
    const [flagsText, tagText, ...rest] = splitWords(record) ?? [];
    const flags = readNumber(flagsText, 0, 255);
    if (flags === null) return refuse('Flags: enter 0 or 128, then tag and value, such as 0 issue "letsencrypt.org"');
    if (flags !== 0 && flags !== 128) return refuse('Flags: enter 0, or 128 for a rule that must be understood');
    const tag = tagText?.toLowerCase() ?? '';
    if (!caaTags.some((known) => known === tag)) return refuse(`Tag: choose one of ${caaTags.join(', ')}`);
    // A value with parameters is often typed without its quotes.
    const value =
      rest.length === 1 ? wordText(rest[0] ?? '') : rest.some((part) => part.startsWith('"')) ? null : rest.join(' ');
    if (value === null || rest.length === 0) {
      return refuse('Value: enter it in quotes, such as 0 issue "letsencrypt.org"');
    }
    if (!/^[\x20-\x7e]*$/.test(value)) return refuse('Value: use letters from a to z, digits and common signs only');
    const problem = valueProblem(tag, value.trim());
    return problem ? refuse(problem) : accept(`${flags} ${tag} ${quoteText(value.trim())}`);
  },
};

function valueProblem(tag: string, value: string): string | null {
  if (value.length > 255) return 'Value: use at most 255 characters';
  switch (tag) {
    case 'iodef':
      return /^(mailto:[^\s@]+@[^\s@]+|https?:\/\/\S+)$/i.test(value)
        ? null
        : 'Value: enter where to report to, such as mailto:security@example.com';
    case 'contactemail':
      return /^[^\s@]+@[^\s@]+$/.test(value) ? null : 'Value: enter an e-mail address, such as security@example.com';
    case 'contactphone':
      return /^\+?[\d\s().-]{3,30}$/.test(value) ? null : 'Value: enter a telephone number, such as +441632960961';
    default:
      return issuerProblem(value);
  }
}

/** RFC 8659 4.2: the issuer's domain or nothing, then parameters behind semicolons. */
function issuerProblem(value: string): string | null {
  const [issuer = '', ...parameters] = value.split(';').map((part) => part.trim());
  if (issuer !== '' && !readDomainName(issuer).ok) {
    return 'Value: enter the domain of a certificate authority, such as letsencrypt.org, or ; for none';
  }
  const wellFormed = parameters.every((part) => part === '' || /^[a-z0-9-]+\s*=\s*[\x21-\x3a\x3c-\x7e]*$/i.test(part));
  return wellFormed
    ? null
    : 'Value: parameters are written name=value, such as letsencrypt.org; validationmethods=dns-01';
}
