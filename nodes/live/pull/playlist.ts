import { decode } from './source-url.ts';

/**
 * What ffmpeg is given never says `https:`, so that it needs to be allowed nothing but plain HTTP by way of our proxy: were
 * TLS and CONNECT allowed to it, a playlist line `httpproxy://127.0.0.1:6379/x.ts` would have it connect there by itself
 * (seen with 5.1.9). These hosts stand for what the proxy fetches; nobody can own them (RFC 6761).
 */
const sourceHost = 'source.invalid';
const tlsHost = 'https.invalid';
const refusedHost = 'refused.invalid';

export const sourceInput = (kind: 'hls' | 'mp4'): string =>
  `http://${sourceHost}/${kind === 'hls' ? 'index.m3u8' : 'video.mp4'}`;

/** How ffmpeg is to ask for it. */
export function disguise(url: URL): string {
  if (url.protocol === 'http:') return url.href;
  if (url.protocol === 'https:') return `http://${tlsHost}/${url.href.slice('https://'.length)}`;
  // Asked for, it is refused by name; the ending keeps ffmpeg from refusing it before.
  return `http://${refusedHost}/${encodeURIComponent(url.protocol.slice(0, 20))}/x.ts`;
}

export type Asked = { type: 'url'; url: URL; isSource: boolean } | { type: 'refused'; scheme: string };

/** What a request of ffmpeg's is really for; null when it cannot be understood. */
export function unmask(target: string, sourceUrl: string): Asked | null {
  if (!URL.canParse(target)) return null;
  const url = new URL(target);
  if (url.protocol !== 'http:') return null;
  if (url.hostname === sourceHost) return { type: 'url', url: new URL(sourceUrl), isSource: true };
  if (url.hostname === refusedHost) {
    return { type: 'refused', scheme: decodeURIComponent(url.pathname.split('/')[1] ?? '') };
  }
  if (url.hostname !== tlsHost) return { type: 'url', url, isSource: false };
  const real = `https://${url.href.slice(`http://${url.host}/`.length)}`;
  return URL.canParse(real) ? { type: 'url', url: new URL(real), isSource: false } : null;
}

/** What ffmpeg says of addresses in disguise, as people know them. */
export function unveil(line: string): string {
  return line
    .replaceAll(new RegExp(`\\bhttp://${sourceHost}/(?:index\\.m3u8|video\\.mp4)`, 'g'), 'the source')
    .replaceAll(`http://${tlsHost}/`, 'https://')
    .replaceAll(new RegExp(`\\bhttp://${refusedHost}/([^/\\s'"]*)/x\\.ts`, 'g'), (_, what: string) => decode(what));
}

export const playlistMark = '#EXTM3U';

/** The playlist with every address in it absolute and in disguise. `base` is where it really came from. */
export function rewritePlaylist(text: string, base: URL): string {
  const masked = (address: string): string => {
    const trimmed = address.trim();
    return URL.canParse(trimmed, base.href) ? disguise(new URL(trimmed, base)) : `http://${refusedHost}/unknown/x.ts`;
  };
  return text
    .split(/\r\n|[\r\n\0]/)
    .map((line) => {
      if (line.trim() === '') return '';
      if (!line.startsWith('#')) return masked(line);
      if (!line.startsWith('#EXT')) return line;
      return line.replace(
        /(\bURI=)(?:"([^"]*)"|([^,"]*))/g,
        (_, name: string, quoted?: string, bare?: string) => `${name}"${masked(quoted ?? bare ?? '')}"`,
      );
    })
    .join('\n');
}
