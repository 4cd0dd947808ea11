import { accept, type Reading, refuse, type TypeRule } from './types.ts';

const angle = String.raw`(\d{1,3})(?:\s+(\d{1,2})(?:\s+(\d{1,2}(?:\.\d{1,3})?))?)?`;
const metres = String.raw`(\d{1,8}(?:\.\d{1,2})?)m?`;
const form = new RegExp(
  `^${angle}\\s+([NS])\\s+${angle}\\s+([EW])\\s+(-?\\d{1,8}(?:\\.\\d{1,2})?)m?(?:\\s+${metres}(?:\\s+${metres}(?:\\s+${metres})?)?)?$`,
  'i',
);

/** Name servers keep sizes as one digit and a power of ten of centimetres, in 32 bits. RFC 1876. */
const mostSizeMetres = 40_000_000;
/** PowerDNS shows what is beyond as negative. */
const mostAltitudeMetres = 21_374_836;

export const loc: TypeRule = {
  numbers: [],
  read(record): Reading {
    const match = form.exec(record);
    if (!match) return refuse('Enter latitude, longitude and altitude, such as 51 30 26.000 N 0 7 39.000 W 11.00m');
    const [, ...parts] = match;
    const latitude = readAngle(parts.slice(0, 3), 90);
    const longitude = readAngle(parts.slice(4, 7), 180);
    if (!latitude)
      return refuse('Latitude: enter 0 to 90 degrees, 0 to 59 minutes and 0 to 59.999 seconds, then N or S');
    if (!longitude)
      return refuse('Longitude: enter 0 to 180 degrees, 0 to 59 minutes and 0 to 59.999 seconds, then E or W');
    const altitude = Number(parts[8]);
    if (altitude < -100_000 || altitude > mostAltitudeMetres)
      return refuse('Altitude: enter -100,000 to 21,374,836 metres');
    const sizes = [parts[9] ?? '1', parts[10] ?? '10000', parts[11] ?? '10'].map(Number);
    if (sizes.some((size) => size > mostSizeMetres)) return refuse('Size and precision: enter 0 to 40,000,000 metres');
    const south = !isZero(latitude) && parts[3]?.toUpperCase() === 'S';
    const west = !isZero(longitude) && parts[7]?.toUpperCase() === 'W';
    const whole = [latitude, south ? 'S' : 'N', longitude, west ? 'W' : 'E', writeMetres(altitude)];
    return accept([...whole, ...sizes.map((size) => writeMetres(oneDigit(size)))].join(' '));
  },
  /** PowerDNS refuses what is not exactly its own text, which has the faults of its floating point in it. */
  served(record) {
    const words = record.split(' ');
    const latitude = asPowerDnsShows(words.slice(0, 4), 'N', 'S');
    const longitude = asPowerDnsShows(words.slice(4, 8), 'E', 'W');
    return [latitude, longitude, ...words.slice(8)].join(' ');
  },
};

const isZero = (angle: string) => Number(angle.replace(/\D/g, '')) === 0;

/** Its `LOCRecordContent::getZoneRepresentation`: 83 3 0.000 becomes 83 2 60.000, and zero is south and west. */
function asPowerDnsShows(words: readonly string[], positive: string, negative: string): string {
  const [degrees = 0, minutes = 0, seconds = 0] = words.map(Number);
  const milliseconds = (degrees * 60 + minutes) * 60_000 + Math.round(seconds * 1000);
  const angle = (words[3] === negative ? -milliseconds : milliseconds) / 3_600_000;
  const rest = 60 * (angle - Math.trunc(angle));
  const shownSeconds = Math.abs((rest - Math.trunc(rest)) * 60).toFixed(3);
  const side = angle > 0 ? positive : negative;
  return [Math.abs(Math.trunc(angle)), Math.abs(Math.trunc(rest)), shownSeconds, side].join(' ');
}

function readAngle(parts: readonly (string | undefined)[], most: number): string | null {
  const [degrees = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const whole = degrees + minutes / 60 + seconds / 3600;
  return minutes < 60 && seconds < 60 && whole <= most ? `${degrees} ${minutes} ${seconds.toFixed(3)}` : null;
}

/** -0.00 is 0.00. */
const writeMetres = (value: number) => `${(value === 0 ? 0 : value).toFixed(2)}m`;

function oneDigit(metres: number): number {
  const centimetres = String(Math.round(metres * 100));
  return Number(`${centimetres[0]}${'0'.repeat(centimetres.length - 1)}`) / 100;
}
