import { toAscii } from './names.ts';

/**
 * A name as people write it: `xn--mnchen-3ya.example` gives `münchen.example`. Only for showing and finding: what is
 * kept and compared is ASCII. A label that is no such encoding, or not the one that its letters would have, stays.
 */
export const toUnicode = (name: string): string =>
  name.includes('xn--') ? name.split('.').map(decodeLabel).join('.') : name;

function decodeLabel(label: string): string {
  if (!label.startsWith('xn--')) return label;
  const text = decodePunycode(label.slice(4));
  // Else a label could pass for another one.
  return text !== null && toAscii(text) === label ? text : label;
}

// The parameters of RFC 3492 section 5.
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const firstBias = 72;
const firstCodePoint = 128;

/** RFC 3492 section 6.2; null for what is none. */
function decodePunycode(encoded: string): string | null {
  const end = encoded.lastIndexOf('-');
  const points = Array.from(encoded.slice(0, Math.max(end, 0)), (character) => character.codePointAt(0) ?? 0);
  let point = firstCodePoint;
  let place = 0;
  let bias = firstBias;
  for (let at = end + 1; at < encoded.length; ) {
    const before = place;
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(encoded[at++]);
      if (digit === null) return null;
      place += digit * weight;
      const threshold = Math.min(Math.max(k - bias, tMin), tMax);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = points.length + 1;
    bias = adapt(place - before, count, before === 0);
    point += Math.floor(place / count);
    place %= count;
    if (point > 0x10ffff) return null;
    points.splice(place++, 0, point);
  }
  return String.fromCodePoint(...points);
}

function digitOf(character: string | undefined): number | null {
  const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(character ?? ' ');
  return digit < 0 ? null : digit;
}

/** RFC 3492 section 6.1. */
function adapt(delta: number, count: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? damp : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}
