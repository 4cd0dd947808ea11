import type { LiveSession, MediaFacts } from '@headwater/contract/nodes/live-report';
import type { Ended, Session, StreamState } from '../streams/state.ts';

export const isoOf = (ms: number): string => new Date(ms).toISOString();

export type SessionFacts = { media: MediaFacts | null; bytesIn: number };

/** `FMLE/3.0 (compatible; Lavf59.27.100)` says less than what stands in its brackets. */
export function readAgent(flashver: string): string {
  const inside = /\(compatible; ([^)]+)/.exec(flashver)?.[1] ?? flashver;
  return inside.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 200);
}

/** A session as the control plane is told of it. */
export function describeSession(
  streamId: string,
  session: Session,
  { media, bytesIn }: SessionFacts,
  now: { phase: StreamState['phase'] } | (Ended & { atMs: number }),
): LiveSession {
  const { id, kind, startedAtMs, from, agent, reconnects } = session;
  const ended = 'reason' in now ? now : null;
  return {
    id,
    streamId,
    kind,
    state: ended !== null ? 'ended' : 'phase' in now && now.phase === 'reconnecting' ? 'reconnecting' : 'live',
    startedAt: isoOf(startedAtMs),
    endedAt: ended === null ? null : isoOf(ended.atMs),
    reason: ended?.reason ?? null,
    detail: (ended?.detail ?? '').slice(0, 500).toWellFormed(),
    from: from.slice(0, 2048),
    agent: agent.slice(0, 200),
    media,
    bytesIn,
    reconnects,
    attempts: 1,
  };
}
