/** Values on their way to a command line. What is not exactly what it should be is thrown back, whoever let it in before. */

export class NotEncodable extends Error {}

export function oneOf<T extends string | number>(what: string, value: T, choices: readonly T[]): T {
  // The choice, not the value: an object that only looks like one cannot pass.
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new NotEncodable(`${what} is none of ${choices.join(', ')}`);
  return found;
}

export function numberIn(what: string, value: number, least: number, most: number): number {
  if (typeof value !== 'number' || !(value >= least && value <= most))
    throw new NotEncodable(`${what} is no number from ${least} to ${most}`);
  return value;
}

export function wholeIn(what: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(numberIn(what, value, least, most))) throw new NotEncodable(`${what} is no whole number`);
  return value;
}

/** A share of 1, as a filter writes it: never `1e-7`. */
export function share(what: string, percent: number, most = 100): string {
  return (numberIn(what, percent, 0, most) / 100).toFixed(4);
}

export function colorOf(value: string): string {
  if (typeof value !== 'string' || !/^#[0-9a-f]{6}$/i.test(value))
    throw new NotEncodable('The colour is not like #ffffff');
  return `0x${value.slice(1)}`;
}

export function lineOf(value: string): string {
  if (typeof value !== 'string' || value.length > 200 || /\p{Cc}/u.test(value))
    throw new NotEncodable('The text is not one line of at most 200 characters');
  return value;
}

/** An address with one of these schemes, without blanks: it begins with a letter, so that it is never an option. */
export function urlOf(what: string, value: string, schemes: readonly string[]): string {
  const scheme =
    typeof value === 'string' ? /^([a-z]+):\/\/[^\s\p{Cc}]+$/iu.exec(value)?.[1]?.toLowerCase() : undefined;
  if (!scheme || !schemes.includes(scheme) || value.length > 4096)
    throw new NotEncodable(`${what} is no address with ${schemes.join(', ')}`);
  return value;
}
