import type { EndReason, LiveSession } from '@headwater/contract/nodes/live-report';

export type Refusal = {
  streamId: string;
  kind: LiveSession['kind'];
  reason: EndReason;
  detail: string;
  from: string;
  agent: string;
};

/** Then a row of a source begins anew: what goes on for weeks is seen in more than one. */
const longestRowMs = 24 * 3_600_000;

/**
 * A publisher that tries again and again fills one line a minute, not hundreds; a source that is tried again and again by
 * ourselves one line a day, unless something else comes of the stream in between.
 */
export class Refusals {
  readonly #put: (session: LiveSession) => void;
  readonly #newId: () => string;
  readonly #nowMs: () => number;
  #minute = 0;
  #ofMinute = new Map<string, LiveSession>();
  /** Of each stream the newest of each source. */
  readonly #ofSources = new Map<string, Map<string, LiveSession>>();

  constructor(put: (session: LiveSession) => void, newId: () => string, nowMs: () => number) {
    this.#put = put;
    this.#newId = newId;
    this.#nowMs = nowMs;
  }

  note({ streamId, kind, reason, detail, from, agent }: Refusal): void {
    const nowMs = this.#nowMs();
    const minute = Math.floor(nowMs / 60_000);
    if (minute !== this.#minute) this.#ofMinute = new Map();
    this.#minute = minute;
    const key = [streamId, reason, from].join(' ');
    const before = this.#ofMinute.get(key) ?? this.#goingOn({ streamId, reason, detail, from }, nowMs);
    const at = new Date(nowMs).toISOString();
    const session: LiveSession = {
      id: before?.id ?? this.#newId(),
      streamId,
      kind,
      state: 'refused',
      startedAt: before?.startedAt ?? at,
      endedAt: at,
      reason,
      detail: detail.slice(0, 500).toWellFormed(),
      from: from.slice(0, 2048),
      agent: agent.slice(0, 200),
      media: null,
      bytesIn: 0,
      reconnects: 0,
      attempts: (before?.attempts ?? 0) + 1,
    };
    this.#ofMinute.set(key, session);
    if (kind === 'pull') this.#ofSources.set(streamId, new Map(this.#ofSources.get(streamId)).set(from, session));
    this.#put(session);
  }

  /** Something else became of the stream: whatever is refused from now on is news. */
  forget(streamId: string): void {
    this.#ofSources.delete(streamId);
  }

  #goingOn(
    { streamId, reason, detail, from }: Omit<Refusal, 'kind' | 'agent'>,
    nowMs: number,
  ): LiveSession | undefined {
    const newest = this.#ofSources.get(streamId)?.get(from);
    if (newest === undefined || nowMs - Date.parse(newest.startedAt) > longestRowMs) return undefined;
    return newest.reason === reason && newest.detail === detail ? newest : undefined;
  }
}
