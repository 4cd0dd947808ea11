const bytes = 32;

/** A secret that nobody can guess, of letters, digits, hyphens and underscores. */
export function newSecret(): string {
  const base64 = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** What stands in the field: none at all, where it is empty and there is no other. */
export const withFirst = ([, before]: readonly string[], first: string): string[] =>
  before === undefined ? [first].filter((secret) => secret !== '') : [first, before];

/** The one so far stays good beside a new one, until everybody signs with that. */
export const rotated = ([first]: readonly string[]): string[] => [newSecret(), ...(first ? [first] : [])];
