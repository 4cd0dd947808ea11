import type { Deployment } from '@headwater/contract/lib/deployment';
import { kindOfType, type Stream } from '@headwater/contract/streams/schema';
import { restorableUntil } from '../../lib/restorable.ts';
import type { Settings } from '../../lib/settings.ts';
import type { Who } from '../../lib/who.ts';
import { describeDeployment, type NodeProgress } from '../nodes/index.ts';
import { baseUrlOf, masterName, pathOf, rewindName } from './places.ts';
import { joinSettings, unsealSecrets } from './secrets.ts';
import type { ShownStream } from './store.ts';

export type Progress = { edge: NodeProgress[]; live: NodeProgress[] };

export function toStream(row: ShownStream, progress: Progress, who: Who, settings: Settings): Stream {
  const secrets = unsealSecrets(settings, row.secrets);
  const mayManage = who.permissions.has('streams.manage');
  const base = `${baseUrlOf(row.service_id, settings)}/${pathOf(row, settings)}`;
  return {
    id: row.id,
    serviceid: row.service_id,
    serviceId: row.service_id,
    type: row.type,
    kind: kindOfType[row.type],
    name: row.name,
    alias: row.alias,
    status: row.status === 1 ? 1 : 0,
    revision: row.revision,
    deployment: toDeployment(row, progress),
    input: row.input,
    server: row.node_id && row.server_name ? { id: row.node_id, name: row.server_name } : null,
    ingest: row.input === 'pull' ? null : toIngest(row, mayManage ? secrets.key : null, settings),
    sources: mayManage ? secrets.sources : secrets.sources.map(({ url }) => ({ url: hideSourceSecrets(url) })),
    playback: {
      hls: `${base}/${masterName}`,
      rewind: row.settings.ndvr.enabled ? `${base}/${rewindName}` : null,
    },
    delaySeconds: row.delay_seconds,
    reconnectSeconds: row.reconnect_seconds,
    settings: mayManage ? joinSettings(row.settings, secrets) : row.settings,
    live: {
      away: row.away,
      state: (row.now_state ?? 'idle') as Stream['live']['state'],
      since: row.since?.toISOString() ?? null,
      playable: row.playable ?? false,
      sessionId: row.session_id,
      bitrateKbps: row.bitrate_kbps,
      viewers: row.viewers,
      warnings: row.warnings ?? 0,
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    restorableUntil: restorableUntil(row.deleted_at),
  };
}

function toIngest(row: ShownStream, key: string | null, { ingestHost }: Settings): Stream['ingest'] {
  const host = ingestHost.replace('{server}', row.server_name ?? '');
  const at = (scheme: string, port: number, usual: number) =>
    `${scheme}://${host}${port === usual ? '' : `:${port}`}/live`;
  const rtmpsPort = row.doors?.rtmpsPort ?? null;
  return {
    url: at('rtmp', row.doors?.rtmpPort ?? 1935, 1935),
    secureUrl: rtmpsPort === null ? null : at('rtmps', rtmpsPort, 443),
    key,
    keyRotatedAt: row.key_rotated_at.toISOString(),
  };
}

/** For those who may not manage: what may be a password, a key or a signature in it is not told. */
export function hideSourceSecrets(text: string): string {
  const { protocol, host, pathname } = new URL(text);
  const shown = protocol.startsWith('rtmp') ? pathname.replace(/[^/]*$/, '…') : pathname;
  return `${protocol}//${host}${shown}`;
}

/** A stream is served once its own live server and the edges know of its newest change. */
function toDeployment(row: ShownStream, progress: Progress): Deployment {
  const of = (kind: 'edge' | 'live', nodes: NodeProgress[]) =>
    describeDeployment(
      kind,
      {
        seq: row[`${kind}_seq`],
        changed_at: row[`${kind}_changed_at`] ?? row.updated_at,
        live_at: row[`${kind}_live_at`],
        refusal: row[`${kind}_refusal`],
      },
      nodes,
    );
  const live = of(
    'live',
    progress.live.filter(({ id }) => id === row.node_id),
  );
  const edge = of('edge', progress.edge);
  const both = [live, edge];
  const state = (['failed', 'pending', 'live'] as const).find((one) => both.some((part) => part.state === one))!;
  const reason = live.reason ?? edge.reason;
  return {
    state,
    nodes: live.nodes + edge.nodes,
    appliedNodes: live.appliedNodes + edge.appliedNodes,
    latencyMs: state === 'live' ? Math.max(live.latencyMs ?? 0, edge.latencyMs ?? 0) : null,
    away: [...live.away, ...edge.away],
    ...(reason !== undefined && { reason }),
    changedAt: live.changedAt > edge.changedAt ? live.changedAt : edge.changedAt,
  };
}
