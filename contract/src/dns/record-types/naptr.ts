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
    if (!/^[a-z0-9]*$/i.test(flags ?? ''))
      return refuse('Flags: enter letters and digits, such as "S", or nothing: ""');
    if (!/^[\x21-\x7e]*$/.test(service ?? '')) return refuse('Service: enter a name such as "SIP+D2U", or nothing: ""');
    if (texts.some((text) => countOctets(text) > 255))
      return refuse('Flags, service and regexp have at most 255 bytes each');
    const target = readTarget(words[5] ?? '', domain, { type: 'A NAPTR', dot: true, underscores: true });
    if (!target.ok) return refuse(`Replacement: ${target.message}`);
    return accept([order, preference, ...texts.map(quoteText), target.name].join(' '));
  },
};
