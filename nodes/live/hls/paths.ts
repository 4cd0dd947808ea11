import { readAddress } from './addresses.ts';
import type { ViewName } from './playlists.ts';
import { rungNumber } from './rungs.ts';

/** Of which stream, and by which path it was asked for: two services may have streams of one path. */
type Whose = { streamId: string; path: string };
export type Asked = Whose &
  (
    | { what: 'master'; view: ViewName }
    | { what: 'media'; view: ViewName; rung: number; isDelta: boolean }
    | { what: 'segment'; rung: string; part: number; place: number }
  );

const masters = new Map<string, ViewName>([
  ['index.m3u8', 'live'],
  ['rewind.m3u8', 'rewind'],
]);

/**
 * Understands exactly the addresses that playlists name, behind the id of the stream, which edges put before them; nothing is
 * decoded, and nothing else is one. Null for those.
 */
export function readRequest(url: string): Asked | null {
  const queryAt = url.indexOf('?');
  const [start, streamId = '', path = '', second = '', third, fourth, ...more] = (
    queryAt < 0 ? url : url.slice(0, queryAt)
  ).split('/');
  if (start !== '' || streamId === '' || path === '' || more.length > 0) return null;
  const whose = { streamId, path };
  if (third === undefined) {
    const view = masters.get(second);
    return view === undefined ? null : { ...whose, what: 'master', view };
  }
  if (fourth === undefined) {
    if ((second !== 'live' && second !== 'rewind') || !third.endsWith('.m3u8')) return null;
    const rung = rungNumber(third.slice(0, -5));
    if (rung === null) return null;
    const isDelta = queryAt >= 0 && /[?&]_HLS_skip=(YES|v2)(&|$)/.test(url.slice(queryAt));
    return { ...whose, what: 'media', view: second, rung, isDelta };
  }
  if (second !== 's' || rungNumber(third) === null || !fourth.endsWith('.ts')) return null;
  const address = readAddress(fourth.slice(0, -3));
  return address === null ? null : { ...whose, what: 'segment', rung: third, ...address };
}
