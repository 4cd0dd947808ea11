import { countAdts } from './adts.ts';
import { readClock, readPes, readStreamTable, TsPackets, writeClock } from './ts-packets.ts';

const packetSize = 188;
const wrap = 2 ** 33;
const clockHz = 90_000;
/** What lies further apart is a hole, and is closed. */
const mostGapTicks = clockHz / 4;

/** Where a segment stands among those of its encoder. */
export type Place = { startsPart: boolean; endsPart: boolean };
type Streams = { video: number; audio: number | undefined };

/**
 * Gives segments of several encoders one clock: each begins where the pictures before it ended, and its sound moves with
 * it. Joined as they are, sound and pictures would drift apart at each seam by as much as one of them was longer.
 */
export class Retimer {
  #offset: number | null = null;
  #begin: number | null = null;
  #videoEnd = 10 * clockHz;
  #audioEnd = 0;
  #counters = new Map<number, number>();

  /** Of the pictures until now. */
  get durationSeconds(): number {
    return this.#begin === null ? 0 : (this.#videoEnd - this.#begin) / clockHz;
  }

  /** The segment with its new times, as a piece of one stream; empty where it holds no whole picture. */
  take(segment: Buffer, { startsPart, endsPart }: Place): Buffer {
    const bytes = Buffer.from(segment);
    const packets = new TsPackets(bytes);
    const streams = readStreamTable(packets);
    const video = streams.find(({ kind }) => kind === 'video')?.pid;
    const audio = streams.find(({ kind }) => kind === 'audio')?.pid;
    const shown = video === undefined ? [] : timesOf(packets, video);
    if (video === undefined || shown.length === 0) return Buffer.alloc(0);
    const isSeam = this.#placeAt(shown, startsPart);
    this.#noteEnd(shown);
    const kept = this.#rewrite(packets, { video, audio, isSeam, endsPart });
    if (audio !== undefined) this.#noteSound(new TsPackets(kept), audio);
    return kept;
  }

  /** Says whether it had to be moved against what came before. */
  #placeAt(shown: readonly number[], startsPart: boolean): boolean {
    const first = shown[0]! + Math.min(...shown.map((time) => distance(shown[0]!, time)));
    const gap =
      this.#offset === null ? Number.POSITIVE_INFINITY : Math.abs(distance(this.#videoEnd, first + this.#offset));
    if (!startsPart && gap <= mostGapTicks) return false;
    this.#offset = this.#videoEnd - first;
    this.#begin ??= this.#videoEnd;
    return true;
  }

  #noteEnd(shown: readonly number[]): void {
    const first = shown[0]!;
    const order = shown.map((time) => distance(first, time)).sort((one, other) => one - other);
    const middle = order.slice(1).map((time, index) => time - order[index]!);
    const step = middle.length === 0 ? clockHz / 25 : middle.sort((one, other) => one - other)[middle.length >> 1]!;
    // Counted on without wrapping: only what is written into packets is.
    this.#videoEnd += distance(this.#videoEnd, first + this.#offset! + order.at(-1)! + step);
  }

  #noteSound(packets: TsPackets, audio: number): void {
    for (const { parts, isWhole } of packets.unitsOf(audio)) {
      const pes = isWhole ? readPes(parts, Number.POSITIVE_INFINITY) : null;
      const sound = pes ? countAdts(pes.head) : null;
      if (pes?.pts === undefined || !sound) continue;
      this.#audioEnd = this.#videoEnd + distance(this.#videoEnd, pes.pts) + (sound.samples * clockHz) / sound.hz;
    }
  }

  #rewrite(
    packets: TsPackets,
    { video, audio, isSeam, endsPart }: Streams & { isSeam: boolean; endsPart: boolean },
  ): Buffer {
    const { bytes } = packets;
    const broken = new Set([
      ...brokenUnits(packets, video, () => true),
      ...brokenUnits(packets, audio, holdsWholeFrames),
    ]);
    const kept: Buffer[] = [];
    const dropped = new Set<number>();
    for (const at of packets.places()) {
      const pid = ((bytes[at + 1]! & 0x1f) << 8) | bytes[at + 2]!;
      this.#shiftPcr(bytes, at);
      const pts = pid === video || pid === audio ? this.#shiftTimes(bytes, at) : null;
      if ((bytes[at + 1]! & 0x40) !== 0) dropped.delete(pid);
      if (broken.has(at) || (pid === audio && pts !== null && this.#isTooMuch(pts, isSeam, endsPart))) dropped.add(pid);
      if (dropped.has(pid)) continue;
      this.#count(bytes, at, pid);
      kept.push(bytes.subarray(at, at + packetSize));
    }
    return Buffer.concat(kept);
  }

  /** Sound that would be heard before the last part's has ended, or that goes on when there are no more pictures. */
  #isTooMuch(pts: number, isSeam: boolean, endsPart: boolean): boolean {
    const isEarly = isSeam && this.#audioEnd > 0 && distance(this.#audioEnd, pts) < 0;
    return isEarly || (endsPart && distance(this.#videoEnd, pts) >= 0);
  }

  #shiftTimes(bytes: Buffer, at: number): number | null {
    if ((bytes[at + 1]! & 0x40) === 0) return null;
    const from = (bytes[at + 3]! & 0x20) !== 0 ? at + 5 + bytes[at + 4]! : at + 4;
    if (from + 19 > at + packetSize || bytes.readUIntBE(from, 3) !== 1) return null;
    const flags = bytes[from + 7]! >> 6;
    if ((flags & 2) === 0) return null;
    const pts = this.#move(readClock(bytes, from + 9));
    writeClock(bytes, from + 9, pts);
    if (flags === 3) writeClock(bytes, from + 14, this.#move(readClock(bytes, from + 14)));
    return pts;
  }

  #shiftPcr(bytes: Buffer, at: number): void {
    if ((bytes[at + 3]! & 0x20) === 0 || bytes[at + 4]! < 7 || (bytes[at + 5]! & 0x10) === 0) return;
    const base = bytes.readUInt32BE(at + 6) * 2 + (bytes[at + 10]! >> 7);
    const moved = this.#move(base);
    bytes.writeUInt32BE(Math.floor(moved / 2), at + 6);
    bytes[at + 10] = (bytes[at + 10]! & 0x7f) | ((moved % 2) << 7);
  }

  #move(time: number): number {
    return (((time + this.#offset!) % wrap) + wrap) % wrap;
  }

  #count(bytes: Buffer, at: number, pid: number): void {
    const before = this.#counters.get(pid) ?? 15;
    const next = (bytes[at + 3]! & 0x10) === 0 ? before : (before + 1) & 0xf;
    bytes[at + 3] = (bytes[at + 3]! & 0xf0) | next;
    this.#counters.set(pid, next);
  }
}

/** How far the second time is after the first one, on a clock that wraps. */
function distance(one: number, other: number): number {
  return ((((other - one) % wrap) + wrap * 1.5) % wrap) - wrap / 2;
}

function timesOf(packets: TsPackets, pid: number): number[] {
  const times: number[] = [];
  for (const { parts, isWhole } of packets.unitsOf(pid)) {
    const pts = isWhole ? readPes(parts, 0)?.pts : undefined;
    if (pts !== undefined) times.push(pts);
  }
  return times;
}

/** What cannot be shown or heard whole: a single torn frame of sound would end the file there. */
function brokenUnits(packets: TsPackets, pid: number | undefined, isGood: (payload: Buffer) => boolean): number[] {
  if (pid === undefined) return [];
  const broken: number[] = [];
  for (const { at, parts, isWhole } of packets.unitsOf(pid)) {
    const pes = isWhole ? readPes(parts, Number.POSITIVE_INFINITY) : null;
    if (!pes || !isGood(pes.head)) broken.push(at);
  }
  return broken;
}

const holdsWholeFrames = (payload: Buffer) => countAdts(payload)?.isWhole === true;
