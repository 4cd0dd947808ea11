import { isIP } from 'node:net';
import type { EdgeZone } from '@headwater/contract/nodes/edge-document';
import type { EdgeZoneConfig } from '@headwater/engines/nginx';

export function originHost(zone: EdgeZone): string {
  return new URL(zone.origin.url).hostname.replace(/^\[(.*)\]$/, '$1');
}

/** The zone as the engine takes it, with its origin pinned to addresses. */
export function configOf(zone: EdgeZone, addresses: readonly string[]): EdgeZoneConfig {
  const { protocol, port } = new URL(zone.origin.url);
  const originPort = port !== '' ? port : protocol === 'https:' ? '443' : '80';
  return {
    id: zone.id,
    hosts: zone.hosts,
    path: zone.path,
    disabled: zone.disabled,
    origin: {
      url: zone.origin.url,
      hostHeader: zone.origin.hostHeader,
      door: zone.origin.door,
      addresses: addresses.map((address) => `${isIP(address) === 6 ? `[${address}]` : address}:${originPort}`),
    },
    access: zone.access,
    delivery: zone.delivery,
    cache: zone.cache,
    purge: zone.purge,
  };
}
