import { readTarget } from '../names.ts';
import { countOctets, quoteText, splitWords, wordText } from '../words.ts';
import { accept, type Reading, readNumber, refuse, type TypeRule } from './types.ts';

const shape =
  'Enter order, preference, "flags", "service", "regexp" and replacement, such as 100 10 "S" "SIP+D2U" "" _sip._udp.example.com';

export const naptr: TypeRule = {
  numbers: [],
  nameAt: 5,
  read(record, domain): Reading {
    const words = splitWords(record) ?? [];
    const [order, preference] = [readNumber(words[0], 0, 65_535), readNumber(words[1], 0, 65_535)];
    const texts = words.slice(2, 5).map(wordText);
    const [flags, service] = texts;
    if (words.length !== 6 || !texts.every((text) => text !== null)) return refuse(shape);
    if (order === null) return refuse('Order: enter a whole number from 0 to 65535');
    if (preference === null) return refuse('Preference: enter a whole number from 0 to 65535');
    if (!/^[a-z0-9]*$/i.test(flags ?? '')) return refuse('Flags: enter letters and digits, such as S, or nothing');
    if (!/^[\x21-\x7e]*$/.test(service ?? '')) return refuse('Service: enter a name such as SIP+D2U, or nothing');
    if (texts.some((text) => countOctets(text) > 255))
      return refuse('Flags, service and regexp have at most 255 bytes each');
    if (!isSubstitution(texts[2] ?? '')) {
      return refuse('Regexp: enter a substitution such as !^.*$!sip:info@example.com!, or nothing');
    }
    const target = readTarget(words[5] ?? '', domain, { type: 'A NAPTR', dot: true, underscores: true });
    if (!target.ok) return refuse(`Replacement: ${target.message}`);
    return accept([order, preference, ...texts.map(quoteText), target.name].join(' '));
  },
};

/** RFC 3402 3.2: a sign that separates, a pattern, its replacement with \1 to \9 for the pattern's groups, and perhaps `i`. */
function isSubstitution(text: string): boolean {
  if (text === '') return true;
  const [separator = ''] = text;
  if (/[^\x21-\x7e]|[\di\\]/i.test(separator)) return false;
  const [, pattern = '', replacement = '', flags, more] = splitAt(text, separator);
  if (flags === undefined || more !== undefined || (flags !== '' && flags !== 'i')) return false;
  try {
    new RegExp(pattern);
  } catch {
    return false;
  }
  const groups = pattern.replace(/\\./g, '').match(/\(/g)?.length ?? 0;
  const used = replacement.matchAll(/\\(.?)/g).map(([, sign]) => sign);
  return (
    pattern !== '' && used.every((sign) => sign === '\\' || (/^[1-9]$/.test(sign ?? '') && Number(sign) <= groups))
  );
}

/** At each separator that no backslash stands before. */
function splitAt(text: string, separator: string): string[] {
  const parts = [''];
  for (const [piece] of text.matchAll(/\\.|./gsu)) {
    if (piece === separator) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts;
}
