import { error, type Finding, warning } from './findings.ts';
import { parseMedia, type Variant } from './parse.ts';

/** What a scan of a segment's bytes tells; what it cannot tell is null. */
export type Scanned = {
  startsWithKeyFrame: boolean | null;
  durationSeconds: number | null;
  codecs: string | null;
  width: number | null;
  height: number | null;
};

/** What comes cannot be known: what is live may need a quarter more (Apple's HLS authoring specification, 9.17). */
const liveRoom = 1.25;

/** Sizes against the BANDWIDTH that was promised: no run of segments of about a target duration may need more. */
export function lintBandwidth(variant: Variant, text: string, sizeOf: (uri: string) => number | undefined): Finding[] {
  const { segments, targetSeconds, isEnded } = parseMedia(text);
  const promised = Number(variant.attributes.get('BANDWIDTH'));
  const most = isEnded ? promised + 1 : promised * liveRoom;
  for (const [at, first] of segments.entries()) {
    let bits = 0;
    let duration = 0;
    for (const { uri, durationSeconds, gap } of segments.slice(at)) {
      bits += gap ? 0 : (sizeOf(uri) ?? 0) * 8;
      duration += durationSeconds ?? 0;
      if (duration > targetSeconds * 1.5) break;
      if (duration >= targetSeconds * 0.5 && bits / duration > most) {
        const rate = Math.ceil(bits / duration);
        return [
          error('bandwidth-exceeded', first.line, `From here it needs ${rate} bit/s, and ${promised} were promised`),
        ];
      }
    }
  }
  return [];
}

/** One segment against what its playlists say of it. */
export function lintSegment(
  scanned: Scanned,
  said: { line: number; uri: string; durationSeconds: number | null },
  variant: Variant | null,
): Finding[] {
  const { line, uri } = said;
  const found: Finding[] = [];
  if (scanned.startsWithKeyFrame === false) {
    found.push(error('not-independent', line, `${uri} does not start with a key frame`));
  }
  if (scanned.durationSeconds !== null && Math.abs(scanned.durationSeconds - (said.durationSeconds ?? 0)) > 0.15) {
    found.push(error('wrong-duration', line, `${uri} lasts ${scanned.durationSeconds.toFixed(3)} s`));
  }
  if (variant === null) return found;
  const promised = new Set((variant.attributes.get('CODECS') ?? '').split(',').map((one) => one.split('.')[0]));
  for (const codec of scanned.codecs?.split(',') ?? []) {
    if (!promised.has(codec.split('.')[0])) found.push(error('wrong-codecs', line, `${uri} holds ${codec}`));
  }
  if (scanned.width !== null && variant.attributes.get('RESOLUTION') !== `${scanned.width}x${scanned.height}`) {
    found.push(warning('wrong-resolution', line, `${uri} is ${scanned.width}x${scanned.height}`));
  }
  return found;
}
