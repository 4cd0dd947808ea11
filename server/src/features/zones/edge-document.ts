import { EdgeZone } from '@headwater/contract/nodes/edge-document';
import type { ZoneSettings } from '@headwater/contract/zones/schema';
import type { Settings } from '../../lib/settings.ts';
import { isSystemOrigin } from './check-origin.ts';
import { hostnameOf } from './hostnames.ts';
import type { Bans } from './purge-entries.ts';

export type ZoneState = {
  id: string;
  alias: string;
  origin: string;
  settings: ZoneSettings;
  status: number;
  generation: number;
  bans: Bans;
};

/** What the edges are to serve for a zone: nothing while its service is not Active. */
export function toEdgeZone(zone: ZoneState, isServiceActive: boolean, settings: Settings): EdgeZone {
  const { hostHeader, ...cache } = zone.settings;
  return EdgeZone.parse({
    id: zone.id,
    hosts: [hostnameOf(zone.alias, settings)],
    disabled: zone.status === 1 || !isServiceActive,
    origin: { url: zone.origin, hostHeader, system: isSystemOrigin(zone.origin, settings.demoOrigin), door: null },
    path: null,
    access: null,
    delivery: 'cached',
    cache,
    purge: { generation: zone.generation, bans: zone.bans },
  } satisfies EdgeZone);
}
