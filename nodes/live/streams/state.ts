import type { LiveStream } from '@headwater/contract/nodes/live-document';
import type { EndReason } from '@headwater/contract/nodes/live-report';

/** One connection of a publisher. */
export type Connection = {
  /** The opaque name under which the ingest knows it since the hook answered. */
  name: string;
  /** The ingest's own number for it. */
  clientId: string;
  address: string;
  agent: string;
  sinceMs: number;
};

export type Session = {
  id: string;
  kind: 'publish' | 'pull';
  startedAtMs: number;
  from: string;
  agent: string;
  reconnects: number;
};

/** One life of an encoder. */
export type EncoderRun = { id: string; source: number; startedAtMs: number; segments: number };

/**
 * What a stream does. It is written down with every change, so that a restarted agent goes on where the one before it
 * was: nothing in it is about this process.
 */
export type StreamState = {
  phase: 'idle' | 'connecting' | 'live' | 'reconnecting' | 'failing';
  sinceMs: number;
  session: Session | null;
  connection: Connection | null;
  run: EncoderRun | null;
  /** Of the sources of a pulled stream: the one that is tried. */
  source: number;
  /** How often the encoder ended in a row without getting far. */
  failures: number;
  /** When the encoder is started anew. */
  retryAtMs: number | null;
  /** When the session ends unless something comes in before, and why then. */
  endAtMs: number | null;
  lost: { reason: EndReason; detail: string; atMs?: number } | null;
  /** When the first source is looked at again. */
  returnAtMs: number | null;
};

export type Room = 'ok' | 'low' | 'full';
export type Ended = { reason: EndReason; detail: string };

export type StreamEvent =
  /** The hook let a publisher in; whoever was there before is dead. */
  | { type: 'published'; connection: Connection }
  | { type: 'publisher_gone'; name: string; reason: EndReason; atMs?: number }
  /** The encoder closed a segment: pictures come. */
  | { type: 'flowing'; runId: string; from: string }
  | { type: 'run_ended'; runId: string; reason: EndReason | null; detail: string }
  | { type: 'run_stalled'; runId: string; why: Ended }
  /** The first source works again. */
  | { type: 'source_back' }
  /** The document changed; null: it is gone. */
  | { type: 'document'; before: LiveStream | null }
  | { type: 'room' }
  | { type: 'tick' };

/** What is to be done, in this order. */
export type Effect =
  | { type: 'start'; runId: string }
  /** `now`: without letting it close its last segment. */
  | { type: 'stop'; runId: string; now: boolean }
  | { type: 'drop'; name: string }
  | { type: 'look_at_first_source' }
  | { type: 'ended'; session: Session; reason: EndReason; detail: string; atMs: number }
  /** Nothing came of it: no session was there to end. */
  | { type: 'refused'; reason: EndReason; detail: string; source: number };

export type World = {
  doc: LiveStream | null;
  room: Room;
  nowMs: number;
  /** 0 to 1. */
  random: () => number;
  newId: () => string;
};

export const idle = (nowMs: number): StreamState => ({
  phase: 'idle',
  sinceMs: nowMs,
  session: null,
  connection: null,
  run: null,
  source: 0,
  failures: 0,
  retryAtMs: null,
  endAtMs: null,
  lost: null,
  returnAtMs: null,
});

/** When the clock next brings something. */
export function nextAtMs({ retryAtMs, endAtMs, returnAtMs }: StreamState): number | null {
  const due = [retryAtMs, endAtMs, returnAtMs].filter((at) => at !== null);
  return due.length === 0 ? null : Math.min(...due);
}
