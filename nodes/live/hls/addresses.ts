import type { Moment } from '../segments/types.ts';

/**
 * Segments are kept by caches for a year, so their addresses are made of what is never given twice, not even when a power
 * cut takes the last rows along: the part's number, and the place within the part.
 */
const perPart = 100_000_000;

export const writeAddress = ({ part, number }: Moment): string =>
  String(part.part * perPart + (number - part.firstNumber));

/** Null for what is no address. */
export function readAddress(text: string): { part: number; place: number } | null {
  if (!/^[1-9][0-9]{8,15}$/.test(text)) return null;
  const value = Number(text);
  return { part: Math.floor(value / perPart), place: value % perPart };
}
