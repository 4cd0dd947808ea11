/** One of the words, or nothing. */
export const oneOf = <const T extends string>(value: unknown, words: readonly T[]): T | undefined =>
  words.find((word) => word === value);

/** A page beyond the first. */
export const pageOf = (value: unknown): number | undefined => {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined;
};

/** What was searched for. An address that looks like a number is read as one. */
export function textOf(value: unknown, most = 253): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, most) : undefined;
}

/** Leaves out what is undefined, so that addresses stay short. */
export function known<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
