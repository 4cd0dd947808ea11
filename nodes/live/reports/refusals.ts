import type { EndReason, LiveSession } from '@headwater/contract/nodes/live-report';

export type Refusal = {
  streamId: string;
  kind: LiveSession['kind'];
  reason: EndReason;
  detail: string;
  from: string;
  agent: string;
};

/** A publisher that tries again and again fills one line a minute, not hundreds. */
export class Refusals {
  readonly #put: (session: LiveSession) => void;
  readonly #newId: () => string;
  readonly #nowMs: () => number;
  #minute = 0;
  #ofMinute = new Map<string, LiveSession>();

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
    const before = this.#ofMinute.get(key);
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
    this.#put(session);
  }
}
