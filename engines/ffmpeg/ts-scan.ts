import { type AudioFacts, readAdts } from './adts.ts';
import { type CodedVideo, readSps, splitNals } from './h264.ts';
import { readPes, readStreamTable, type StreamEntry, TsPackets } from './ts-packets.ts';

export type SegmentScan = {
  /** From the first frame's time to the end of the last one. */
  durationSeconds: number;
  firstPts: number | null;
  /** Complete pictures. */
  frames: number;
  keyFrames: number;
  /** When key frames are shown, from the first frame's time on. */
  keyFrameSeconds: number[];
  /** `codecs` is empty where the codec is not one that we carry. */
  video: ({ codec: string; codecs: string; fps: number } & CodedVideo) | null;
  audio: ({ codec: string; codecs: string } & AudioFacts) | null;
  bytes: number;
  /** Ends within a packet, lost packets on the way, or holds no whole picture: what a killed encoder leaves. */
  truncated: boolean;
};

const wrap = 2 ** 33;
const clockHz = 90_000;
const noPicture: CodedVideo = { width: 0, height: 0, profile: '' };

/** Reads a segment as it lies on the disk, whole or torn; never throws. */
export function scanSegment(bytes: Buffer): SegmentScan {
  const packets = new TsPackets(bytes);
  const streams = readStreamTable(packets);
  const video = streams.find(({ kind }) => kind === 'video');
  const audio = streams.find(({ kind }) => kind === 'audio');
  const seen = video ? scanVideo(packets, video) : null;
  const sound = audio ? scanAudio(packets, audio) : null;
  return {
    durationSeconds: seen?.durationSeconds ?? 0,
    firstPts: seen?.firstPts ?? null,
    frames: seen?.frames ?? 0,
    keyFrames: seen?.keyFrameSeconds.length ?? 0,
    keyFrameSeconds: seen?.keyFrameSeconds ?? [],
    video: seen && video ? { codec: video.codec, codecs: seen.codecs, fps: seen.fps, ...seen.picture } : null,
    audio: sound,
    bytes: bytes.length,
    truncated: packets.isTorn || !seen || seen.isCut || seen.frames === 0,
  };
}

function scanVideo(packets: TsPackets, entry: StreamEntry) {
  const times: number[] = [];
  const keys: number[] = [];
  let sps: ReturnType<typeof readSps> = null;
  let isCut = false;
  for (const unit of packets.unitsOf(entry.pid)) {
    // A picture that was cut off cannot be shown: the end of the file proves nothing unless its length was stated.
    const pes = readPes(unit.parts);
    isCut ||= !unit.isWhole;
    if (pes?.pts === undefined || !unit.isWhole) continue;
    times.push(pes.pts);
    if (entry.codec !== 'h264') {
      if (unit.isRandomAccess) keys.push(pes.pts);
      continue;
    }
    let isKey = false;
    for (const nal of splitNals(pes.head)) {
      if (nal.type === 7) sps = readSps(nal.bytes) ?? sps;
      if (nal.type === 5) isKey = true;
    }
    if (isKey) keys.push(pes.pts);
  }
  // Times are counted from the first picture in the file, within half a turn of the 33-bit clock around it.
  const origin = times[0] ?? 0;
  const from = (pts: number) => ((pts - origin + wrap * 1.5) % wrap) - wrap / 2;
  const order = times.map(from).sort((one, other) => one - other);
  const first = order[0] ?? 0;
  const frameTicks = usualStep(order) ?? (sps?.fps ? clockHz / sps.fps : clockHz / 25);
  return {
    isCut,
    frames: times.length,
    firstPts: times.length > 0 ? ((origin + first + wrap) % wrap) / clockHz : null,
    durationSeconds: times.length > 0 ? round((order.at(-1)! - first + frameTicks) / clockHz) : 0,
    keyFrameSeconds: keys.map((pts) => round((from(pts) - first) / clockHz)).sort((one, other) => one - other),
    codecs: sps?.codecs ?? '',
    picture: sps ? { width: sps.width, height: sps.height, profile: sps.profile } : noPicture,
    fps:
      times.length > 1
        ? Math.round((clockHz * (times.length - 1) * 1000) / Math.max(1, order.at(-1)! - first)) / 1000
        : (sps?.fps ?? 0),
  };
}

/** Between ordinary pictures: their times may be rounded to milliseconds, and a gap somewhere must not count for the last. */
function usualStep(order: readonly number[]): number | undefined {
  const steps = order.slice(1).map((ticks, index) => ticks - order[index]!);
  const sorted = steps.filter((ticks) => ticks > 0).sort((one, other) => one - other);
  const middle = sorted[sorted.length >> 1];
  if (middle === undefined) return undefined;
  const usual = sorted.filter((ticks) => ticks > middle / 2 && ticks < middle * 1.5);
  return usual.reduce((sum, ticks) => sum + ticks, 0) / usual.length;
}

function scanAudio(packets: TsPackets, entry: StreamEntry): SegmentScan['audio'] {
  const nothing = { codec: entry.codec, codecs: '', channels: 0, hz: 0 };
  if (entry.codec !== 'aac') return nothing;
  for (const unit of packets.unitsOf(entry.pid)) {
    const pes = readPes(unit.parts);
    const facts = pes ? readAdts(pes.head) : null;
    if (facts) return { codec: 'aac', ...facts };
  }
  return nothing;
}

const round = (seconds: number) => Math.round(seconds * 1e6) / 1e6;
