import { lintDelta } from './delta.ts';
import { error, type Finding } from './findings.ts';
import { lintMaster } from './master.ts';
import { lintMedia } from './media.ts';
import { parseMaster, parseMedia, type Variant } from './parse.ts';
import { lintRefresh } from './refresh.ts';
import { lintRungs } from './rungs.ts';
import { lintBandwidth, lintSegment, type Scanned } from './segments.ts';

export type Fetch = (url: string) => Promise<Response>;
export type Found = Finding & { url: string };
/** What was seen, to compare the next look with. */
export type Look = { playlists: Map<string, string>; findings: Found[] };

export type LookOptions = {
  fetch: Fetch;
  /** Of a master playlist. */
  url: string;
  before?: Look | undefined;
  /** Without it, segments are asked for and only measured. */
  scan?: (bytes: Buffer) => Scanned | Promise<Scanned>;
  /** Not one file: for looks that come often. */
  skipSegments?: boolean;
};

/** Everything that a player would fetch, as it is now, and against how it was when it was looked at before. */
export async function lintPresentation({ fetch, url, before, scan, skipSegments }: LookOptions): Promise<Look> {
  const look: Look = { playlists: new Map(), findings: [] };
  const note = (at: string, findings: readonly Finding[]): void => {
    look.findings.push(...findings.map((finding) => ({ ...finding, url: at })));
  };
  const read = async (at: string): Promise<string | null> => {
    const response = await fetch(at);
    if (!response.ok) note(at, [error('status', 0, `It was answered by ${response.status}`)]);
    const text = await response.text();
    return response.ok ? text : null;
  };
  const master = await read(url);
  if (master === null) return look;
  note(url, lintMaster(master));
  const { variants } = parseMaster(master);
  const addresses = variants.map(({ uri }) => new URL(uri, url).href);
  const texts = await Promise.all(addresses.map(read));
  const sizes = new Map<string, number>();
  for (const [at, text] of texts.entries()) {
    if (text === null) continue;
    const address = addresses[at]!;
    look.playlists.set(address, text);
    note(address, lintMedia(text));
    const was = before?.playlists.get(address);
    if (was !== undefined) note(address, lintRefresh(was, text));
    if (parseMedia(text).canSkipUntil !== null) await lookAtDelta(address, text);
    if (!skipSegments) await lookAtSegments(address, text, variants[at]!);
  }
  note(url, lintRungs(texts.filter((text) => text !== null)));
  return look;

  async function lookAtDelta(address: string, text: string): Promise<void> {
    const delta = await read(`${address}?_HLS_skip=YES`);
    if (delta === null || parseMedia(delta).skipped === 0) return;
    note(`${address}?_HLS_skip=YES`, [...lintMedia(delta), ...lintDelta(text, delta)]);
  }

  async function lookAtSegments(address: string, text: string, variant: Variant): Promise<void> {
    const { segments } = parseMedia(text);
    for (const segment of segments) {
      const at = new URL(segment.uri, address).href;
      if (segment.gap || sizes.has(at)) continue;
      const response = await fetch(at);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (!response.ok) {
        note(address, [error('segment-missing', segment.line, `${segment.uri} was answered by ${response.status}`)]);
        continue;
      }
      sizes.set(at, bytes.length);
      if (scan) note(address, lintSegment(await scan(bytes), segment, variant));
    }
    note(
      address,
      lintBandwidth(variant, text, (uri) => sizes.get(new URL(uri, address).href)),
    );
  }
}
