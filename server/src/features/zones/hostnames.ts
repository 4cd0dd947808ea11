import type { Settings } from '../../lib/settings.ts';

/** The zone's host name on this installation's edges. */
export const hostnameOf = (alias: string, settings: Settings) => `${alias}.${settings.edgeDomain}`;

/** Where the zone answers, with scheme and port. */
export const urlOf = (alias: string, settings: Settings) =>
  `http://${hostnameOf(alias, settings)}${settings.edgePort === 80 ? '' : `:${settings.edgePort}`}`;

/** A DNS label made from a name: letters and digits kept, everything else one hyphen. */
export function aliasFrom(name: string): string {
  const label = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '');
  return label === '' || label.startsWith('xn--') ? 'zone' : label;
}
