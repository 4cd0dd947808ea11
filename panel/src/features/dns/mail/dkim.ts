import { readHost, readTarget } from '@headwater/contract/dns/names';

export type DkimValues = { selector: string; value: string };
type Key = { host: string; type: 'TXT' | 'CNAME'; record: string };
export type ReadKey = { ok: true; key: Key } | { ok: false; problems: Record<string, string> };

const suffix = '._domainkey';

/** The selector that a pasted line of a zone file, or a whole name, begins with. */
export function selectorIn(text: string): string | null {
  return /^"?\s*([\w.-]+?)\._domainkey(?:[.\s]|$)/i.exec(text.trim())?.[1] ?? null;
}

/** A provider shows the key in quotes, in pieces, in brackets, or as a whole line of a zone file. */
function unwrap(text: string): string {
  const data = text.trim().replace(/^[\w.-]+\s+(\d+\s+)?(IN\s+)?(TXT|CNAME)\s+/i, '');
  const pieces = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, piece = '']) => piece);
  const joined = pieces.length > 0 ? pieces.join('') : data.replace(/^\(|\)$/g, '');
  return joined
    .replace(/\\(.)/g, '$1')
    .replace(/\s*\n\s*/g, '')
    .trim();
}

/** A key as a provider hands it over: the text itself, or the name under which the provider keeps it. */
export function readKey({ selector, value }: DkimValues, domain: string): ReadKey {
  const problems: Record<string, string> = {};
  const name = (selectorIn(selector) ?? selector).trim();
  const host = readHost(`${name}${suffix}`, domain);
  if (name === '') problems.selector = 'Enter the selector that your provider names, such as google';
  else if (!host.ok) problems.selector = host.message;
  const text = unwrap(value);
  const isText = /(^|;)\s*p\s*=/i.test(text);
  if (text === '') problems.value = 'Paste the key that your provider shows';
  else if (isText) {
    const key = /(?:^|;)\s*p\s*=([^;]*)/i.exec(text)?.[1]?.replace(/\s/g, '') ?? '';
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(key)) problems.value = 'The part behind p= is no key: paste it once more, whole';
  }
  const target = isText || text === '' ? null : readTarget(text, domain, { type: 'DKIM', underscores: true });
  if (target && (!target.ok || !text.includes('.'))) {
    problems.value = 'Paste the text that begins with v=DKIM1, or the name that your provider gives as target';
  }
  if (Object.keys(problems).length > 0 || !host.ok) return { ok: false, problems };
  return {
    ok: true,
    key: target?.ok
      ? { host: host.name, type: 'CNAME', record: target.name }
      : { host: host.name, type: 'TXT', record: text },
  };
}
