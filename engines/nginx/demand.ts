/** Why a zone cannot be taken, in words. */
export class Unacceptable extends Error {}

export function demand(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new Unacceptable(reason);
}

/** For messages: what was given, harmless and short. */
export function quote(value: unknown): string {
  return JSON.stringify(String(value)).slice(0, 80);
}
