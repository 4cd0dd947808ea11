const packetSize = 188;
const syncByte = 0x47;

/** What stands in a PES packet's payload, as far as it was gathered, and when it is shown. */
export type Pes = { pts: number | undefined; head: Buffer };
export type Unit = { at: number; parts: Buffer[]; isWhole: boolean; isRandomAccess: boolean };
export type StreamEntry = { pid: number; kind: 'video' | 'audio'; codec: string };

/** Of stream types, as ffprobe names codecs. */
const streamTypes: Record<number, Omit<StreamEntry, 'pid'>> = {
  1: { kind: 'video', codec: 'mpeg1video' },
  2: { kind: 'video', codec: 'mpeg2video' },
  3: { kind: 'audio', codec: 'mp3' },
  4: { kind: 'audio', codec: 'mp3' },
  15: { kind: 'audio', codec: 'aac' },
  16: { kind: 'video', codec: 'mpeg4' },
  17: { kind: 'audio', codec: 'aac_latm' },
  27: { kind: 'video', codec: 'h264' },
  36: { kind: 'video', codec: 'hevc' },
  51: { kind: 'video', codec: 'vvc' },
  66: { kind: 'video', codec: 'cavs' },
  129: { kind: 'audio', codec: 'ac3' },
  135: { kind: 'audio', codec: 'eac3' },
  209: { kind: 'video', codec: 'dirac' },
  234: { kind: 'video', codec: 'vc1' },
};

/** The packets of a transport stream, by the stream that they belong to. */
export class TsPackets {
  /** Of each stream: where its packets begin. */
  readonly #places = new Map<number, number[]>();
  readonly bytes: Buffer;
  /** Ends within a packet, or lost some on the way. */
  isTorn = false;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    const counters = new Map<number, number>();
    let at = 0;
    for (; at + packetSize <= bytes.length; at += packetSize) {
      if (bytes[at] !== syncByte) {
        this.isTorn = true;
        at = findSync(bytes, at + 1) - packetSize;
        continue;
      }
      const pid = ((bytes[at + 1]! & 0x1f) << 8) | bytes[at + 2]!;
      if (pid === 0x1fff) continue;
      const place = this.#places.get(pid);
      if (place) place.push(at);
      else this.#places.set(pid, [at]);
      if ((bytes[at + 3]! & 0x10) === 0) continue;
      const counter = bytes[at + 3]! & 0xf;
      const before = counters.get(pid);
      if (before !== undefined && counter !== ((before + 1) & 0xf) && counter !== before) this.isTorn = true;
      counters.set(pid, counter);
    }
    if (at !== bytes.length) this.isTorn = true;
  }

  /** Where packets begin, of all streams, as they lie in the file. */
  places(): number[] {
    return [...this.#places.values()].flat().sort((one, other) => one - other);
  }

  /** What lies between two beginnings, in order. */
  *unitsOf(pid: number): Generator<Unit> {
    const places = this.#places.get(pid) ?? [];
    let unit: Unit | undefined;
    for (const at of places) {
      const starts = (this.bytes[at + 1]! & 0x40) !== 0;
      if (starts) {
        if (unit) yield { ...unit, isWhole: isComplete(unit.parts, false) };
        unit = { at, parts: [], isWhole: true, isRandomAccess: hasRandomAccess(this.bytes, at) };
      }
      const payload = payloadOf(this.bytes, at);
      if (unit && payload) unit.parts.push(payload);
    }
    if (unit) yield { ...unit, isWhole: isComplete(unit.parts, this.isTorn) };
  }
}

/** A unit is complete by its stated length; one without a length, unless it is the last one of a torn file. */
function isComplete(parts: readonly Buffer[], isTorn: boolean): boolean {
  const first = parts[0];
  if (!first || first.length < 6) return false;
  const stated = first.readUInt16BE(4);
  const got = parts.reduce((sum, part) => sum + part.length, 0) - 6;
  return stated === 0 ? !isTorn : got >= stated;
}

function findSync(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(syncByte, from); at >= 0; at = bytes.indexOf(syncByte, at + 1))
    if (at + packetSize >= bytes.length || bytes[at + packetSize] === syncByte) return at;
  return bytes.length;
}

function hasRandomAccess(bytes: Buffer, at: number): boolean {
  return (bytes[at + 3]! & 0x20) !== 0 && bytes[at + 4]! > 0 && (bytes[at + 5]! & 0x40) !== 0;
}

function payloadOf(bytes: Buffer, at: number): Buffer | null {
  const control = bytes[at + 3]! & 0x30;
  if ((control & 0x10) === 0) return null;
  const from = control === 0x30 ? at + 5 + bytes[at + 4]! : at + 4;
  return from < at + packetSize ? bytes.subarray(from, at + packetSize) : null;
}

/** The streams of the first program. */
export function readStreamTable(packets: TsPackets): StreamEntry[] {
  const programs = readSection(packets, 0);
  if (!programs || programs.length < 4) return [];
  for (let at = 0; at + 4 <= programs.length; at += 4) {
    if (programs.readUInt16BE(at) === 0) continue;
    return readProgram(readSection(packets, programs.readUInt16BE(at + 2) & 0x1fff));
  }
  return [];
}

function readProgram(table: Buffer | null): StreamEntry[] {
  if (!table || table.length < 4) return [];
  const streams: StreamEntry[] = [];
  for (let at = 4 + (table.readUInt16BE(2) & 0xfff); at + 5 <= table.length; ) {
    const known = streamTypes[table[at]!];
    const infoBytes = table.readUInt16BE(at + 3) & 0xfff;
    const descriptors = table.subarray(at + 5, at + 5 + infoBytes);
    const entry = known ?? privateStream(descriptors);
    if (entry) streams.push({ pid: table.readUInt16BE(at + 1) & 0x1fff, ...entry });
    at += 5 + infoBytes;
  }
  return streams;
}

/** Opus and AC-3 come as private streams with a name. What has none is a picture in a codec that MPEG-TS does not know. */
function privateStream(descriptors: Buffer): Omit<StreamEntry, 'pid'> | null {
  const text = descriptors.toString('latin1');
  if (text.includes('Opus')) return { kind: 'audio', codec: 'opus' };
  if (text.includes('AC-3')) return { kind: 'audio', codec: 'ac3' };
  if (text.includes('AV01')) return { kind: 'video', codec: 'av1' };
  return null;
}

/** The first section of a table, without its head and its checksum. */
function readSection(packets: TsPackets, pid: number): Buffer | null {
  for (const { parts } of packets.unitsOf(pid)) {
    const bytes = Buffer.concat(parts);
    const from = 1 + (bytes[0] ?? 0);
    if (from + 8 > bytes.length) continue;
    const end = from + 3 + (bytes.readUInt16BE(from + 1) & 0xfff) - 4;
    if (end <= bytes.length && end > from + 8) return bytes.subarray(from + 8, end);
  }
  return null;
}

const headBytes = 4096;

/** `mostBytes`: of the payload, about; parameters stand before the picture, so that its rest need not be gathered. */
export function readPes(parts: readonly Buffer[], mostBytes = headBytes): Pes | null {
  const first = parts[0];
  if (!first || first.length < 9 || first.readUIntBE(0, 3) !== 1) return null;
  const from = 9 + first[8]!;
  const pts = (first[7]! & 0x80) !== 0 && first.length >= 14 ? readClock(first, 9) : undefined;
  const gathered = [first.subarray(Math.min(from, first.length))];
  for (let size = 0, index = 1; index < parts.length && size < mostBytes; index++) {
    gathered.push(parts[index]!);
    size += parts[index]!.length;
  }
  return { pts, head: gathered.length === 1 ? gathered[0]! : Buffer.concat(gathered) };
}

/** A time of 33 bits, as it stands in PES headers. */
export function readClock(bytes: Buffer, at: number): number {
  const high = (bytes[at]! >> 1) & 7;
  return high * 2 ** 30 + (bytes.readUInt16BE(at + 1) >> 1) * 2 ** 15 + (bytes.readUInt16BE(at + 3) >> 1);
}

export function writeClock(bytes: Buffer, at: number, time: number): void {
  bytes[at] = (bytes[at]! & 0xf1) | (Math.floor(time / 2 ** 30) << 1);
  bytes.writeUInt16BE((Math.floor(time / 2 ** 15) % 2 ** 15) * 2 + 1, at + 1);
  bytes.writeUInt16BE((time % 2 ** 15) * 2 + 1, at + 3);
}
