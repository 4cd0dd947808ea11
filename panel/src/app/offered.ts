import type { Service } from '@headwater/contract/services/schema';
import type { MenuEntry, MenuName } from '../lib/feature.ts';
import type { Settings } from '../lib/provider.ts';

type Place = {
  /** The service that is worked in; none at home. */
  service: Pick<Service, 'isCDNPlus'> | undefined;
  /** What the installation says of itself; unknown until it has answered. */
  settings: Settings | undefined;
};

/** Leaves out what a CDN-Plus service does not have. */
export const inService = <Entry extends { hiddenForCdnPlus?: boolean }>(
  entries: readonly Entry[],
  service: Place['service'],
): Entry[] => entries.filter(({ hiddenForCdnPlus }) => !(hiddenForCdnPlus && service?.isCDNPlus));

/** Whether an entry leads anywhere here: those of other sites need an address, those of a service a service. */
function leads(entry: MenuEntry, { service, settings }: Place): boolean {
  if (entry.when && (settings === undefined || !entry.when(settings))) return false;
  if ('href' in entry) return settings !== undefined && entry.href(settings) !== null;
  return !('to' in entry && entry.to.startsWith('/$serviceId') && service === undefined);
}

/** The entries of a menu that stand in it here. */
export const offered = (menu: readonly MenuEntry[], name: MenuName, place: Place): MenuEntry[] =>
  inService(menu, place.service).filter((entry) => entry.menu === name && leads(entry, place));
