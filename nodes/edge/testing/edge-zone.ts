import type { EdgeZone } from '@headwater/contract/nodes/edge-document';

export function edgeZone(id: string, originUrl: string, more: Partial<EdgeZone> = {}): EdgeZone {
  return {
    id,
    hosts: [`${id}.cdn.test`],
    disabled: false,
    origin: { url: originUrl, hostHeader: null, system: false, door: null },
    path: null,
    access: null,
    delivery: 'cached',
    cache: { edgeTtlSeconds: null, queryString: 'keep', staleIfErrorSeconds: 0 },
    purge: { generation: 0, bans: [] },
    ...more,
  };
}
