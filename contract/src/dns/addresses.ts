/** Four decimals without leading zeros, which some programs read as octal; null for anything else. */
export function readIpv4(text: string): string | null {
  const parts = text.split('.');
  const fits = (part: string) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255;
  return parts.length === 4 && parts.every(fits) ? text : null;
}

/** The text of RFC 5952, as `inet_ntop` writes it; null for what is no IPv6 address. */
export function readIpv6(text: string): string | null {
  const words = readWords(text.toLowerCase());
  return words && writeWords(words);
}

function readWords(text: string): number[] | null {
  const [head, tail, more] = text.split('::');
  if (head === undefined || more !== undefined) return null;
  const left = readSide(head, tail === undefined);
  const right = tail === undefined ? [] : readSide(tail, true);
  if (!left || !right) return null;
  const zeros = 8 - left.length - right.length;
  // `::` stands for at least one group.
  if (tail === undefined ? zeros !== 0 : zeros < 1) return null;
  return [...left, ...Array<number>(zeros).fill(0), ...right];
}

function readSide(text: string, atEnd: boolean): number[] | null {
  if (text === '') return [];
  const words: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/.test(part)) {
      words.push(Number.parseInt(part, 16));
      continue;
    }
    const ipv4 = atEnd && index === parts.length - 1 ? readIpv4(part) : null;
    if (ipv4 === null) return null;
    const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
    words.push(a * 256 + b, c * 256 + d);
  }
  return words;
}

function writeWords(words: readonly number[]): string {
  const { start, length } = longestZeros(words);
  const embedsIpv4 = start === 0 && (length === 6 || (length === 5 && words[5] === 0xffff));
  const groups = (part: readonly number[]) => part.map((value) => value.toString(16)).join(':');
  if (embedsIpv4) {
    const [high = 0, low = 0] = words.slice(6);
    return `::${length === 5 ? 'ffff:' : ''}${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  }
  if (length < 2) return groups(words);
  return `${groups(words.slice(0, start))}::${groups(words.slice(start + length))}`;
}

/** The first of the longest runs. */
function longestZeros(words: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < words.length; start++) {
    let length = 0;
    while (words[start + length] === 0) length++;
    if (length > best.length) best = { start, length };
  }
  return best;
}
