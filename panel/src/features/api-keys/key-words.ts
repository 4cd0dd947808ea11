import type { ApiKey } from '@headwater/contract/api-keys/schema';
import type { Service } from '@headwater/contract/services/schema';
import type { Tone } from '../../lib/deployment-words.ts';
import { permissionLabel } from '../../lib/permission-words.ts';
import { registered } from '../../lib/registered.ts';
import { keyGroups } from './key-permissions.ts';

export const keyStates: Record<ApiKey['state'], { tone: Tone; word: string }> = {
  active: { tone: 'live', word: 'Active' },
  expired: { tone: 'off', word: 'Expired' },
  revoked: { tone: 'off', word: 'Revoked' },
};

/** One after the other, or how many there are when that would be too long for a cell. */
const inBrief = (words: readonly string[], what: string): string =>
  words.length > 2 ? `${words.length} ${what}` : words.join(', ');

export function permissionWords({ permissions }: ApiKey): string[] {
  const offered = keyGroups(registered.permissions).flatMap((group) => group.permissions);
  return permissions.map((name) => offered.find((one) => one.name === name)?.label ?? permissionLabel(name));
}
export const permissionsInBrief = (key: ApiKey): string => inBrief(permissionWords(key), 'permissions');

/** The services that a key is limited to, by the name that they are known by while they can be seen. */
export const serviceWords = ({ services }: ApiKey, known: readonly Service[]): string[] | null =>
  services?.map((id) => known.find((service) => service.id === id)?.domain ?? `Service ${id}`) ?? null;

export const servicesInBrief = (key: ApiKey, known: readonly Service[]): string =>
  inBrief(serviceWords(key, known) ?? ['All'], 'services');

export const addressesInBrief = ({ addresses }: ApiKey): string => inBrief(addresses ?? ['Any'], 'ranges');
