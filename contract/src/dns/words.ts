/**
 * Presentation format (RFC 1035 5.1): words separated by blanks or in quotes, with \" \\ and \DDD escapes. A raw word
 * keeps its quotes and escapes.
 */

// A quoted part right behind a `=` belongs to its word: key667="a b". RFC 9460.
const word = /\s*("(?:[^"\\]|\\.)*"|(?:[^\s"\\]|\\.)+(?:(?<==)"(?:[^"\\]|\\.)*")?)/suy;

/** Null when a quote is never closed. */
export function splitWords(text: string): string[] | null {
  const line = text.trimEnd();
  const words: string[] = [];
  word.lastIndex = 0;
  while (word.lastIndex < line.length) {
    const match = word.exec(line);
    if (!match) return null;
    words.push(match[1] ?? '');
  }
  return words;
}

const encoder = new TextEncoder();

/** What a raw word stands for; null when an escape is none. */
export function wordBytes(raw: string): Uint8Array | null {
  const inner = raw.startsWith('"') ? raw.slice(1, -1) : raw;
  if (!inner.includes('\\')) return encoder.encode(inner);
  const parts: Uint8Array[] = [];
  for (const [piece] of inner.matchAll(/[^\\]+|\\\d{3}|\\[^\d]|\\/gsu)) {
    if (piece === '\\') return null;
    const code = /^\\\d{3}$/.test(piece) ? Number(piece.slice(1)) : null;
    if (code !== null && code > 255) return null;
    parts.push(code === null ? encoder.encode(piece.replace(/^\\/, '')) : Uint8Array.of(code));
  }
  return joinBytes(parts);
}

/** The same as text; null when it is not UTF-8. */
export function wordText(raw: string): string | null {
  const bytes = wordBytes(raw);
  return bytes && readUtf8(bytes);
}

export function readUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** One quoted word, as PowerDNS writes it: everything beyond printable ASCII as \DDD. */
export function quoteBytes(bytes: Uint8Array): string {
  let text = '"';
  for (const byte of bytes) {
    if (byte === 0x22 || byte === 0x5c) text += `\\${String.fromCharCode(byte)}`;
    else if (byte < 0x20 || byte > 0x7e) text += `\\${String(byte).padStart(3, '0')}`;
    else text += String.fromCharCode(byte);
  }
  return `${text}"`;
}

export const quoteText = (text: string): string => quoteBytes(encoder.encode(text));
export const countOctets = (text: string): number => encoder.encode(text).length;
