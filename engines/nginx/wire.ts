/**
 * Values as bytes for the control socket: every string says its length first, so that no value can be mistaken for
 * structure. The edge's Lua has the same pair (lua/wire.lua).
 *
 *   s<length>:<bytes>   n<digits>;   t f z (true, false, null)   l<count>:<values>   m<count>:<key value …>
 */
export type WireValue = string | number | boolean | null | WireValue[] | { [key: string]: WireValue };

export function encodeWire(value: WireValue): Buffer {
  const parts: string[] = [];
  write(value, parts);
  return Buffer.from(parts.join(''));
}

function write(value: WireValue, parts: string[]): void {
  if (typeof value === 'string') parts.push(`s${Buffer.byteLength(value)}:`, value);
  else if (typeof value === 'number') parts.push(`n${value};`);
  else if (typeof value === 'boolean') parts.push(value ? 't' : 'f');
  else if (value === null) parts.push('z');
  else if (Array.isArray(value)) {
    parts.push(`l${value.length}:`);
    for (const item of value) write(item, parts);
  } else {
    const entries = Object.entries(value);
    parts.push(`m${entries.length}:`);
    for (const [key, item] of entries) {
      write(key, parts);
      write(item, parts);
    }
  }
}

export function decodeWire(bytes: Buffer): WireValue {
  let at = 0;

  function upTo(mark: string): number {
    const end = bytes.indexOf(mark, at);
    const number = end < 0 ? Number.NaN : Number(bytes.toString('latin1', at, end));
    if (!Number.isFinite(number)) throw new Error('malformed number');
    at = end + 1;
    return number;
  }

  function text(): string {
    const length = upTo(':');
    if (at + length > bytes.length) throw new Error('a string is cut short');
    at += length;
    return bytes.toString('utf8', at - length, at);
  }

  function read(): WireValue {
    const kind = String.fromCharCode(bytes[at++] ?? 0);
    if (kind === 's') return text();
    if (kind === 'n') return upTo(';');
    if (kind === 't') return true;
    if (kind === 'f') return false;
    if (kind === 'z') return null;
    if (kind === 'l') return Array.from({ length: upTo(':') }, read);
    if (kind !== 'm') throw new Error('malformed value');
    return Object.fromEntries(Array.from({ length: upTo(':') }, () => [read(), read()]));
  }

  const value = read();
  if (at !== bytes.length) throw new Error('bytes after the value');
  return value;
}
