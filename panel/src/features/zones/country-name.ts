const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** A country's name from its ISO 3166 code; `XX` stands for addresses that no country is known of. */
export function countryName(code: string): string {
  if (code === 'XX') return 'Unknown';
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
