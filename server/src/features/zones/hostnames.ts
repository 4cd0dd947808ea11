import type { Settings } from '../../lib/settings.ts';

/** The zone's host name on this installation's edges. */
export const hostnameOf = (alias: string, settings: Settings) => `${alias}.${settings.edgeDomain}`;

/** Where the zone answers, with scheme and port. */
export const urlOf = (alias: string, settings: Settings) =>
  `http://${hostnameOf(alias, settings)}${settings.edgePort === 80 ? '' : `:${settings.edgePort}`}`;
