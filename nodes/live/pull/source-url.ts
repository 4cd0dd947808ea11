import { isIP } from 'node:net';

export type SourceScheme = 'rtmp' | 'rtmps' | 'http' | 'https';

/** A source's address in parts. `host` is canonical: no brackets, no `0x7f.1`. */
export type SourceUrl = {
  scheme: SourceScheme;
  host: string;
  port: number;
  /** `user:password` as it was written, still percent-encoded; empty for none. */
  userInfo: string;
  /** From the first slash on, with the query. */
  path: string;
};

const defaultPorts: Record<SourceScheme, number> = { rtmp: 1935, rtmps: 443, http: 80, https: 443 };

/** Null for what is no source; the contract refuses it before it comes here. */
export function readSourceUrl(text: string): SourceUrl | null {
  const scheme = /^(rtmps?|https?):\/\//i.exec(text)?.[1]?.toLowerCase() as SourceScheme | undefined;
  // Only the schemes of the web have their hosts made canonical by the parser; `https` is one, and hides port 443 alone.
  const asWeb = text.replace(/^[a-z]+:/i, 'https:');
  if (scheme === undefined || !URL.canParse(asWeb)) return null;
  const url = new URL(asWeb);
  const writtenPort = /^[a-z]+:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1];
  return {
    scheme,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: writtenPort === undefined ? defaultPorts[scheme] : Number(writtenPort),
    userInfo: url.password === '' ? url.username : `${url.username}:${url.password}`,
    path: `${url.pathname}${url.search}`,
  };
}

/** As it stands in a URL: brackets around IPv6. */
export const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

/** `host`, or `host:port` where it is not the scheme's own. */
export const hostHeader = ({ scheme, host, port }: SourceUrl): string =>
  port === defaultPorts[scheme] ? bracketed(host) : `${bracketed(host)}:${port}`;

/** What people may see of a source: all but its user name and password. */
export function shownSource(text: string): string {
  return text.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1');
}

/** A line of an engine that was given this source, without the user name and password in whatever form they appear. */
export function withoutSecrets(line: string, sourceUrl: string): string {
  const secrets = [...credentialForms(sourceUrl)].sort((a, b) => b.length - a.length);
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), line);
  return clean.replace(/([a-z]+:\/\/)[^\s/?#'"@]*@/gi, '$1');
}

function* credentialForms(sourceUrl: string): Generator<string> {
  const userInfo = readSourceUrl(sourceUrl)?.userInfo ?? '';
  const password = userInfo.slice(userInfo.indexOf(':') + 1);
  if (!userInfo.includes(':')) return;
  for (const secret of [userInfo, password]) {
    // A very short one would blacken words that only look like it.
    if (secret.length < 4) continue;
    yield secret;
    yield decode(secret);
    yield Buffer.from(decode(secret)).toString('base64');
  }
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
