import type { LiveState } from '@headwater/contract/nodes/live-report';
import type { StreamHealth } from '@headwater/contract/streams/schema';
import { sql } from 'kysely';
import type { Tx } from '../../../lib/db.ts';

type HealthRow = {
  at: Date;
  bitrate_kbps: number;
  fps: number;
  keyframe_seconds: number | null;
  dropped_frames: number;
};

/** What a stream does now, and what came in during the last hour. */
export async function readHealth({ db }: Pick<Tx, 'db'>, streamId: string): Promise<StreamHealth> {
  const [now, points, watched] = await Promise.all([
    sql<{ doc: LiveState }>`select doc from stream_states where stream_id = ${streamId}`.execute(db),
    sql<HealthRow>`
      select at, bitrate_kbps, fps, keyframe_seconds, dropped_frames from stream_health
      where stream_id = ${streamId} and at > now() - interval '1 hour' order by at`.execute(db),
    sql<{ at: Date; viewers: number }>`
      select m.at, coalesce(u.viewer_minutes, 0)::bigint as viewers
      from generate_series(date_trunc('minute', now()) - interval '59 minutes', date_trunc('minute', now()), '1 minute') m (at)
      left join usage u on u.zone_id = ${streamId} and u.step = 'minute' and u.at = m.at order by m.at`.execute(db),
  ]);
  const { streamId: _, ...live } = now.rows[0]?.doc ?? { streamId };
  return {
    live: now.rows[0] ? (live as Omit<LiveState, 'streamId'>) : null,
    points: points.rows.map((row) => ({
      at: row.at.toISOString(),
      bitrateKbps: row.bitrate_kbps,
      fps: row.fps,
      keyframeSeconds: row.keyframe_seconds,
      droppedFrames: row.dropped_frames,
    })),
    viewers: watched.rows.map(({ at, viewers }) => ({ at: at.toISOString(), viewers })),
  };
}
