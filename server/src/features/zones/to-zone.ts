import type { Zone } from '@headwater/contract/zones/schema';
import { restorableUntil } from '../../lib/restorable.ts';
import type { Settings } from '../../lib/settings.ts';
import { describeDeployment, type NodeProgress } from '../nodes/index.ts';
import { hostnameOf, urlOf } from './hostnames.ts';
import type { ShownZone } from './store.ts';

export function toZone(row: ShownZone, nodes: NodeProgress[], settings: Settings): Zone {
  return {
    id: row.id,
    zoneId: row.id,
    name: row.name,
    zone: row.alias,
    mode: 'http',
    type: 'pull',
    serviceId: row.service_id,
    hostname: hostnameOf(row.alias, settings),
    url: urlOf(row.alias, settings),
    origin: row.origin,
    settings: row.settings,
    status: row.status === 1 ? 1 : 0,
    revision: row.revision,
    deployment: describeDeployment('edge', row, nodes),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    restorableUntil: restorableUntil(row.deleted_at),
    traffic24h: {
      requests: row.requests_24h,
      bytes: row.bytes_24h,
      hits: row.hits_24h,
      status5xx: row.failed_24h,
    },
  };
}
