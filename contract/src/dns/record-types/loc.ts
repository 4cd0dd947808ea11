import { accept, type Reading, refuse, type TypeRule } from './types.ts';

const angle = String.raw`(\d{1,3})(?:\s+(\d{1,2})(?:\s+(\d{1,2}(?:\.\d{1,3})?))?)?`;
const metres = String.raw`(\d{1,8}(?:\.\d{1,2})?)m?`;
const form = new RegExp(
  `^${angle}\\s+([NS])\\s+${angle}\\s+([EW])\\s+(-?\\d{1,8}(?:\\.\\d{1,2})?)m?(?:\\s+${metres}(?:\\s+${metres}(?:\\s+${metres})?)?)?$`,
  'i',
);

/** Name servers keep sizes as one digit and a power of ten of centimetres, in 32 bits. RFC 1876. */
const mostSizeMetres = 40_000_000;

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
    if (altitude < -100_000 || altitude > 42_849_672.95)
      return refuse('Altitude: enter -100,000 to 42,849,672.95 metres');
    const sizes = [parts[9] ?? '1', parts[10] ?? '10000', parts[11] ?? '10'].map(Number);
    if (sizes.some((size) => size > mostSizeMetres)) return refuse('Size and precision: enter 0 to 40,000,000 metres');
    const whole = [latitude, parts[3]?.toUpperCase(), longitude, parts[7]?.toUpperCase(), writeMetres(altitude)];
    return accept([...whole, ...sizes.map((size) => writeMetres(oneDigit(size)))].join(' '));
  },
};

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
