import { error, type Finding, warning } from './findings.ts';
import type { Tag } from './parse.ts';

const known = new Set(
  `EXTM3U EXTINF EXT-X-VERSION EXT-X-TARGETDURATION EXT-X-MEDIA-SEQUENCE EXT-X-DISCONTINUITY-SEQUENCE EXT-X-ENDLIST
  EXT-X-PLAYLIST-TYPE EXT-X-INDEPENDENT-SEGMENTS EXT-X-START EXT-X-SERVER-CONTROL EXT-X-SKIP EXT-X-DISCONTINUITY
  EXT-X-PROGRAM-DATE-TIME EXT-X-GAP EXT-X-KEY EXT-X-BYTERANGE EXT-X-BITRATE EXT-X-STREAM-INF EXT-X-MEDIA`.split(/\s+/),
);
const once = new Set(
  `EXTM3U EXT-X-VERSION EXT-X-TARGETDURATION EXT-X-MEDIA-SEQUENCE EXT-X-DISCONTINUITY-SEQUENCE EXT-X-ENDLIST
  EXT-X-PLAYLIST-TYPE EXT-X-INDEPENDENT-SEGMENTS EXT-X-START EXT-X-SERVER-CONTROL EXT-X-SKIP`.split(/\s+/),
);

/** What holds for playlists of both kinds. */
export function lintText(lines: readonly string[], tags: readonly Tag[]): Finding[] {
  const found: Finding[] = [];
  if (lines[0] !== '#EXTM3U') found.push(error('header', 1, 'The first line is not #EXTM3U'));
  lines.forEach((line, at) => {
    if (/[\p{Cc}\uFEFF]/u.test(line)) found.push(error('characters', at + 1, 'There is a control character'));
  });
  const seen = new Set<string>();
  for (const { name, line } of tags) {
    if (!known.has(name)) found.push(warning('unknown-tag', line, `${name} is not known`));
    if (once.has(name) && seen.has(name)) found.push(error('duplicate-tag', line, `${name} may be there once only`));
    seen.add(name);
  }
  if (!seen.has('EXT-X-VERSION')) found.push(error('version', 1, 'EXT-X-VERSION is missing'));
  return found;
}
