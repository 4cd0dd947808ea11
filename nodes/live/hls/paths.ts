import { readAddress } from './addresses.ts';
import type { ViewName } from './playlists.ts';
import { rungNumber } from './rungs.ts';

export type Asked =
  | { what: 'master'; path: string; view: ViewName }
  | { what: 'media'; path: string; view: ViewName; rung: number; isDelta: boolean }
  | { what: 'segment'; path: string; rung: string; part: number; place: number };

const masters = new Map<string, ViewName>([
  ['index.m3u8', 'live'],
  ['rewind.m3u8', 'rewind'],
]);

/** Understands exactly the addresses that playlists name; nothing is decoded, and nothing else is one. Null for those. */
export function readRequest(url: string): Asked | null {
  const queryAt = url.indexOf('?');
  const [start, path = '', second = '', third, fourth, ...more] = (queryAt < 0 ? url : url.slice(0, queryAt)).split(
    '/',
  );
  if (start !== '' || path === '' || more.length > 0) return null;
  if (third === undefined) {
    const view = masters.get(second);
    return view === undefined ? null : { what: 'master', path, view };
  }
  if (fourth === undefined) {
    if ((second !== 'live' && second !== 'rewind') || !third.endsWith('.m3u8')) return null;
    const rung = rungNumber(third.slice(0, -5));
    if (rung === null) return null;
    const isDelta = queryAt >= 0 && /[?&]_HLS_skip=(YES|v2)(&|$)/.test(url.slice(queryAt));
    return { what: 'media', path, view: second, rung, isDelta };
  }
  if (second !== 's' || rungNumber(third) === null || !fourth.endsWith('.ts')) return null;
  const address = readAddress(fourth.slice(0, -3));
  return address === null ? null : { what: 'segment', path, rung: third, ...address };
}
