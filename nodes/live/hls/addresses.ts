import type { Moment } from '../segments/types.ts';

/**
 * Segments are kept by caches for a year, so their addresses are made of what is never given twice, not even when a power
 * cut takes the last rows along, or the whole disk: the part's number, and the place within the part. Written one after the
 * other, not added up: together they are too large for a number.
 */
const placeDigits = 8;

export const writeAddress = ({ part, number }: Moment): string =>
  `${part.part}${String(number - part.firstNumber).padStart(placeDigits, '0')}`;

/** Null for what is no address. */
export function readAddress(text: string): { part: number; place: number } | null {
  if (!/^[1-9][0-9]{8,22}$/.test(text)) return null;
  return { part: Number(text.slice(0, -placeDigits)), place: Number(text.slice(-placeDigits)) };
}
