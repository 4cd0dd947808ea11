/**
 * What an image file says of itself in its first bytes: PNG (ISO 15948, 11.2.2) or JPEG (ITU-T T.81, B.2.2).
 * @returns null for anything else, and for what is cut short before its size.
 */
export function readImageSize(
  bytes: Buffer,
): { mediaType: 'image/png' | 'image/jpeg'; width: number; height: number } | null {
  if (bytes.subarray(0, 8).equals(pngSignature)) {
    if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
    return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8) {
    const size = readJpegSize(bytes);
    return size && { mediaType: 'image/jpeg', ...size };
  }
  return null;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function readJpegSize(bytes: Buffer): { width: number; height: number } | null {
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}
