import { error, type Finding, warning } from './findings.ts';
import { parseMaster, type Variant } from './parse.ts';
import { lintText } from './text.ts';

const codec = /^(avc1\.[0-9A-Fa-f]{6}|hvc1\.[\w.]+|hev1\.[\w.]+|av01\.[\w.]+|mp4a\.40\.[0-9]{1,2}|ac-3|ec-3)$/;
const pictures = /^(avc1|hvc1|hev1|av01)\./;

/** A playlist of rungs by itself: what a player must know before it chooses one. */
export function lintMaster(text: string): Finding[] {
  const { tags, variants, lines } = parseMaster(text);
  const found = lintText(lines, tags);
  if (!tags.some(({ name }) => name === 'EXT-X-INDEPENDENT-SEGMENTS')) {
    found.push(warning('independent-segments', 1, 'EXT-X-INDEPENDENT-SEGMENTS is missing'));
  }
  if (variants.length === 0) found.push(error('no-variants', 1, 'There is no EXT-X-STREAM-INF'));
  for (const tag of tags) {
    if (tag.name === 'EXTINF' || tag.name === 'EXT-X-TARGETDURATION') {
      found.push(error('mixed', tag.line, `${tag.name} has no place among variants`));
    }
  }
  for (const variant of variants) found.push(...lintVariant(variant));
  const seen = new Set<string>();
  let least = Number.POSITIVE_INFINITY;
  for (const { uri, line, attributes } of variants) {
    if (seen.has(uri)) found.push(error('duplicate-uri', line, `${uri} is listed twice`));
    seen.add(uri);
    const pixels = pixelsOf(attributes.get('RESOLUTION'));
    if (pixels > least) found.push(warning('order', line, 'The best variant should be the first'));
    least = pixels;
  }
  return found;
}

function lintVariant({ line, uri, attributes }: Variant): Finding[] {
  const found: Finding[] = [];
  if (uri === '') found.push(error('uri', line, 'No address follows EXT-X-STREAM-INF'));
  const [bandwidth, average] = ['BANDWIDTH', 'AVERAGE-BANDWIDTH'].map((name) => attributes.get(name));
  if (!/^[1-9][0-9]*$/.test(bandwidth ?? '')) found.push(error('bandwidth', line, 'BANDWIDTH is missing or no number'));
  if (!/^[1-9][0-9]*$/.test(average ?? '')) {
    found.push(warning('average-bandwidth', line, 'AVERAGE-BANDWIDTH is missing or no number'));
  } else if (Number(average) > Number(bandwidth)) {
    found.push(error('average-bandwidth', line, 'AVERAGE-BANDWIDTH is above BANDWIDTH'));
  }
  const codecs = (attributes.get('CODECS') ?? '').split(',').map((one) => one.trim());
  if (!codecs.every((one) => codec.test(one))) {
    found.push(error('codecs', line, `CODECS is missing or not understood: ${codecs.join(',')}`));
  }
  if (!codecs.some((one) => pictures.test(one))) return found;
  if (!/^[1-9][0-9]*x[1-9][0-9]*$/.test(attributes.get('RESOLUTION') ?? '')) {
    found.push(error('resolution', line, 'RESOLUTION is missing or not understood'));
  }
  if (
    !/^[0-9]+(\.[0-9]{1,3})?$/.test(attributes.get('FRAME-RATE') ?? '') ||
    Number(attributes.get('FRAME-RATE')) <= 0
  ) {
    found.push(error('frame-rate', line, 'FRAME-RATE is missing or not understood'));
  }
  return found;
}

/** By which rungs are better or worse; what they need at the moment says less. */
function pixelsOf(resolution = ''): number {
  const [width = 0, height = 0] = resolution.split('x').map(Number);
  return width * height;
}
