/** A DNS label made from a name: letters and digits kept, everything else one hyphen. `My Shop!` gives `my-shop`. */
export function aliasFrom(name: string, otherwise = 'zone'): string {
  const label = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '');
  return label || otherwise;
}
