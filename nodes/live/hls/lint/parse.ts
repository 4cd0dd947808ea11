/** Reads playlists for the linter, by the format and not by what we write. What is wrong is kept, to be named later. */

export type Tag = { name: string; value: string; line: number };

export type ParsedSegment = {
  line: number;
  uri: string;
  /** Null: no EXTINF, or not a number. */
  durationSeconds: number | null;
  sequence: number;
  discontinuity: number;
  hasDiscontinuityTag: boolean;
  /** As its own tag says. */
  toldMs: number | null;
  /** Its own, or counted on from the last one. */
  timeMs: number | null;
  gap: boolean;
};

export type ParsedMedia = {
  lines: string[];
  tags: Tag[];
  version: number;
  targetSeconds: number;
  sequence: number;
  discontinuitySequence: number;
  type: string | null;
  isEnded: boolean;
  canSkipUntil: number | null;
  /** Left out by EXT-X-SKIP. */
  skipped: number;
  segments: ParsedSegment[];
  /** Tags of a segment that never came. */
  loose: Tag[];
};

const segmentTags = new Set([
  'EXTINF',
  'EXT-X-DISCONTINUITY',
  'EXT-X-PROGRAM-DATE-TIME',
  'EXT-X-GAP',
  'EXT-X-KEY',
  'EXT-X-BYTERANGE',
  'EXT-X-BITRATE',
]);

export function readTag(text: string, line: number): Tag | null {
  const match = /^#(EXT[A-Z0-9-]*)(?::(.*))?$/.exec(text);
  return match === null ? null : { name: match[1]!, value: match[2] ?? '', line };
}

export function parseMedia(text: string): ParsedMedia {
  const lines = text.split(/\r?\n/);
  const tags: Tag[] = [];
  const segments: ParsedSegment[] = [];
  let waiting: Tag[] = [];
  const told = (name: string): string | undefined => tags.find((tag) => tag.name === name)?.value;
  const number = (name: string, missing: number): number => {
    const value = told(name);
    return value === undefined ? missing : Number(value);
  };
  let discontinuity = 0;
  let clockMs: number | null = null;
  lines.forEach((content, at) => {
    const tag = readTag(content, at + 1);
    if (tag !== null) {
      tags.push(tag);
      if (segmentTags.has(tag.name)) waiting.push(tag);
      return;
    }
    if (content === '' || content.startsWith('#')) return;
    const own = (name: string): string | undefined => waiting.find((one) => one.name === name)?.value;
    const skipped = skippedOf(told('EXT-X-SKIP'));
    if (segments.length === 0) discontinuity = number('EXT-X-DISCONTINUITY-SEQUENCE', 0);
    const hasDiscontinuityTag = own('EXT-X-DISCONTINUITY') !== undefined;
    if (hasDiscontinuityTag) {
      discontinuity++;
      clockMs = null;
    }
    const seconds = own('EXTINF');
    const durationSeconds = seconds !== undefined && /^[0-9.]+,/.test(seconds) ? Number.parseFloat(seconds) : null;
    const date = own('EXT-X-PROGRAM-DATE-TIME');
    const toldMs = date === undefined ? null : Date.parse(date);
    const timeMs: number | null = toldMs ?? clockMs;
    segments.push({
      line: at + 1,
      uri: content,
      durationSeconds,
      sequence: number('EXT-X-MEDIA-SEQUENCE', 0) + skipped + segments.length,
      discontinuity,
      hasDiscontinuityTag,
      toldMs,
      timeMs,
      gap: own('EXT-X-GAP') !== undefined,
    });
    clockMs = timeMs === null ? null : timeMs + (durationSeconds ?? 0) * 1000;
    waiting = [];
  });
  const canSkip = attributesOf(told('EXT-X-SERVER-CONTROL') ?? '').get('CAN-SKIP-UNTIL');
  return {
    lines,
    tags,
    version: number('EXT-X-VERSION', 1),
    targetSeconds: number('EXT-X-TARGETDURATION', Number.NaN),
    sequence: number('EXT-X-MEDIA-SEQUENCE', 0),
    discontinuitySequence: number('EXT-X-DISCONTINUITY-SEQUENCE', 0),
    type: told('EXT-X-PLAYLIST-TYPE') ?? null,
    isEnded: told('EXT-X-ENDLIST') !== undefined,
    canSkipUntil: canSkip === undefined ? null : Number(canSkip),
    skipped: skippedOf(told('EXT-X-SKIP')),
    segments,
    loose: waiting,
  };
}

const skippedOf = (value: string | undefined): number =>
  value === undefined ? 0 : Number(attributesOf(value).get('SKIPPED-SEGMENTS') ?? 0);

export type Variant = { line: number; uri: string; attributes: Map<string, string> };
export type ParsedMaster = { lines: string[]; tags: Tag[]; variants: Variant[] };

export function parseMaster(text: string): ParsedMaster {
  const lines = text.split(/\r?\n/);
  const tags: Tag[] = [];
  const variants: Variant[] = [];
  lines.forEach((content, at) => {
    const tag = readTag(content, at + 1);
    if (tag !== null) tags.push(tag);
    if (tag?.name !== 'EXT-X-STREAM-INF') return;
    const uri = lines[at + 1] ?? '';
    variants.push({
      line: at + 1,
      uri: uri.startsWith('#') ? '' : uri,
      attributes: attributesOf(tag.value),
    });
  });
  return { lines, tags, variants };
}

/** Values in quotation marks come without them. */
export function attributesOf(list: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of list.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))(?:,|$)/g)) {
    found.set(name, quoted ?? plain);
  }
  return found;
}
