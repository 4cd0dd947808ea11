export type CodedVideo = { width: number; height: number; profile: string };
export type Sps = CodedVideo & { codecs: string; fps: number | null };

const profiles: Record<number, string> = { 66: 'baseline', 77: 'main', 88: 'extended', 100: 'high', 110: 'high 10' };
const chromaProfiles = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135];

/** Units between start codes. The last one may lack its end, as the bytes may. */
export function* splitNals(bytes: Buffer): Generator<{ type: number; bytes: Buffer }> {
  let at = bytes.indexOf('\0\0\x01', 0, 'latin1');
  while (at >= 0 && at + 3 < bytes.length) {
    const type = bytes[at + 3]! & 0x1f;
    // After a slice come more slices only: nothing that is looked for here.
    const next = type === 1 || type === 5 ? -1 : bytes.indexOf('\0\0\x01', at + 3, 'latin1');
    yield { type, bytes: bytes.subarray(at + 3, next < 0 ? bytes.length : next) };
    at = next;
  }
}

/** A sequence parameter set: size, profile, level, and the frame rate if it states one. Null when it cannot be read. */
export function readSps(nal: Buffer): Sps | null {
  const bits = new Bits(withoutEscapes(nal.subarray(1, 256)));
  const [profileIdc, constraints, levelIdc] = [bits.read(8), bits.read(8), bits.read(8)];
  bits.golomb();
  const chroma = chromaProfiles.includes(profileIdc) ? readChroma(bits) : { widthUnit: 2, heightUnit: 2 };
  bits.golomb();
  const orderType = bits.golomb();
  if (orderType === 0) bits.golomb();
  if (orderType === 1) {
    bits.skip(1);
    bits.golomb();
    bits.golomb();
    for (let left = Math.min(255, bits.golomb()); left > 0; left--) bits.golomb();
  }
  bits.golomb();
  bits.skip(1);
  const widthBlocks = bits.golomb() + 1;
  const heightBlocks = bits.golomb() + 1;
  const isFrame = bits.read(1);
  if (!isFrame) bits.skip(1);
  bits.skip(1);
  const [left, right, top, bottom] = bits.read(1)
    ? [bits.golomb(), bits.golomb(), bits.golomb(), bits.golomb()]
    : [0, 0, 0, 0];
  const width = widthBlocks * 16 - (left + right) * chroma.widthUnit;
  const height = (heightBlocks * 16 - (top + bottom) * chroma.heightUnit) * (2 - isFrame);
  if (bits.isOver || width < 2 || height < 2 || width > 16_384 || height > 16_384) return null;
  const fps = bits.read(1) ? readFps(bits) : null;
  const hex = (value: number) => value.toString(16).padStart(2, '0');
  return {
    width,
    height,
    profile:
      profileIdc === 66 && constraints & 0x40 ? 'constrained baseline' : (profiles[profileIdc] ?? String(profileIdc)),
    codecs: `avc1.${hex(profileIdc)}${hex(constraints)}${hex(levelIdc)}`,
    fps: bits.isOver ? null : fps,
  };
}

function readChroma(bits: Bits): { widthUnit: number; heightUnit: number } {
  const format = bits.golomb();
  if (format === 3) bits.skip(1);
  bits.golomb();
  bits.golomb();
  bits.skip(1);
  const lists = bits.read(1) ? (format === 3 ? 12 : 8) : 0;
  for (let list = 0; list < lists; list++) if (bits.read(1)) skipScaling(bits, list < 6 ? 16 : 64);
  return { widthUnit: format === 1 || format === 2 ? 2 : 1, heightUnit: format === 1 ? 2 : 1 };
}

function skipScaling(bits: Bits, size: number): void {
  let next = 8;
  let last = 8;
  for (let index = 0; index < size && next !== 0; index++) {
    next = (last + bits.signedGolomb() + 256) % 256;
    last = next === 0 ? last : next;
  }
}

/** Of the usability information: only what comes before the timing, and the timing. */
function readFps(bits: Bits): number | null {
  if (bits.read(1) && bits.read(8) === 255) bits.skip(32);
  if (bits.read(1)) bits.skip(1);
  if (bits.read(1)) {
    bits.skip(4);
    if (bits.read(1)) bits.skip(24);
  }
  if (bits.read(1)) {
    bits.golomb();
    bits.golomb();
  }
  if (!bits.read(1)) return null;
  const [ticks, scale] = [bits.read(32), bits.read(32)];
  const fps = scale / (2 * ticks);
  return ticks > 0 && fps > 0 && fps <= 1000 ? Math.round(fps * 1000) / 1000 : null;
}

/** Without the bytes that keep start codes from appearing. */
function withoutEscapes(bytes: Buffer): Buffer {
  const kept: number[] = [];
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    kept.push(byte);
  }
  return Buffer.from(kept);
}

/** Beyond the end there are zeros, and `isOver` says so. */
class Bits {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#at > this.#bytes.length * 8;
  }

  read(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left--, this.#at++)
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1);
    return value;
  }

  skip(count: number): void {
    this.#at += count;
  }

  golomb(): number {
    let zeros = 0;
    while (zeros < 32 && !this.isOver && this.read(1) === 0) zeros++;
    return 2 ** zeros - 1 + this.read(zeros);
  }

  signedGolomb(): number {
    const code = this.golomb();
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
  }
}
