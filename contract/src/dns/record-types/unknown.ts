import { accept, type Reading, refuse, type TypeRule } from './types.ts';

/** Any type by its number, with its data in hex. RFC 3597. */
export const unknown: TypeRule = {
  numbers: [],
  read(record): Reading {
    const match = /^\\#\s+(\d{1,5})((?:\s+[0-9a-f]+)*)$/i.exec(record);
    if (!match) return refuse('Enter the length and the data in hex, such as \\# 4 0a000001');
    const hex = (match[2] ?? '').replace(/\s+/g, '').toLowerCase();
    const octets = Number(match[1]);
    // PowerDNS cannot be given data of no length.
    if (octets < 1 || octets > mostOctets) return refuse(`Such data has 1 to ${mostOctets.toLocaleString('en')} bytes`);
    if (hex.length !== octets * 2)
      return refuse(`The length says ${octets} bytes: that is ${octets * 2} hex digits, and here are ${hex.length}`);
    return accept(`\\# ${octets} ${hex}`);
  },
};

const mostOctets = 16_384;

/** Types that PowerDNS gives a meaning of its own: an address, an alias, a program. */
const powerDnsOwn = [65_400, 65_401, 65_402];

/** Whether TYPE… may be used: only numbers that have no name (IANA) and nobody gives a meaning. */
export function isUnknownType(type: string): boolean {
  const number = Number(/^TYPE([1-9]\d{0,4})$/.exec(type)?.[1] ?? 0);
  const unassigned = (number > 264 && number < 32_768) || (number > 32_769 && number < 65_535);
  return unassigned && !powerDnsOwn.includes(number);
}
