import { crc32, deflateSync } from 'node:zlib';

const width = 960;
const height = 400;

/** Hills in morning haze, with a stream: about 100 KB, the same bytes on every machine. */
export function drawValley(): Buffer {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  let seed = 20_261_121;
  const grain = () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff - 0.5;
  };
  for (let y = 0; y < height; y++) {
    const start = y * (width * 3 + 1);
    for (let x = 0; x < width; x++) {
      const colour = colourAt(x / width, y / height);
      // Grain in places only: enough to hide banding, little enough to stay near 100 KB.
      const noise = (x + y) % 5 === 0 ? grain() * 5 : 0;
      for (let channel = 0; channel < 3; channel++) {
        rows[start + 1 + x * 3 + channel] = Math.max(0, Math.min(255, (colour[channel] ?? 0) + noise));
      }
    }
  }
  return encodePng(rows);
}

type Colour = readonly [number, number, number];
const sky: readonly [Colour, Colour] = [
  [214, 232, 232],
  [250, 240, 224],
];
const near: Colour = [11, 66, 68];
const far: Colour = [158, 196, 194];
const water: Colour = [120, 186, 190];
const layers = 6;

function colourAt(x: number, y: number): Colour {
  for (let layer = layers - 1; layer >= 0; layer--) {
    const depth = layer / (layers - 1);
    const ridge =
      0.34 +
      depth * 0.46 -
      0.09 * Math.sin(x * (3.1 + layer * 1.3) + layer * 2.1) -
      0.035 * Math.sin(x * (9.7 + layer * 2.9) + layer * 5.3);
    if (y < ridge) continue;
    if (layer === layers - 2) {
      const bed = 0.52 + 0.12 * Math.sin((y - ridge) * 9);
      if (Math.abs(x - bed) < 0.008 + (y - ridge) * 0.16) return water;
    }
    const haze = mix(far, near, depth);
    return mix(haze, sky[1], Math.max(0, 0.25 - (y - ridge) * 1.6) * (1 - depth));
  }
  return mix(sky[0], sky[1], Math.min(1, y * 2));
}

function mix(from: Colour, to: Colour, share: number): Colour {
  return [0, 1, 2].map((i) => (from[i] ?? 0) + ((to[i] ?? 0) - (from[i] ?? 0)) * share) as unknown as Colour;
}

function encodePng(rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
