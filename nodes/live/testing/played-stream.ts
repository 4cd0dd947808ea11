import type { LiveStream } from '@headwater/contract/nodes/live-document';
import { type Effect, idle, nextAtMs, type Room, type StreamEvent, type StreamState } from '../streams/state.ts';
import { step } from '../streams/step.ts';

/** A stream with a clock and what was done for it. */
export class PlayedStream {
  state: StreamState = idle(0);
  doc: LiveStream | null;
  room: Room = 'ok';
  nowMs = 0;
  effects: Effect[] = [];
  #ids = 0;

  constructor(doc: LiveStream | null) {
    this.doc = doc;
    this.take({ type: 'document', before: null });
  }

  take(event: StreamEvent): Effect[] {
    const newId = () => `id${++this.#ids}`;
    const world = { doc: this.doc, room: this.room, nowMs: this.nowMs, random: () => 0.5, newId };
    const [state, effects] = step(this.state, event, world);
    this.state = state;
    this.effects.push(...effects);
    return effects;
  }

  publish(name: string): Effect[] {
    const connection = { name, clientId: name, address: '192.0.2.1', agent: 'OBS', sinceMs: this.nowMs };
    return this.take({ type: 'published', connection });
  }

  /** So many segments of the encoder that runs. */
  flow(segments = 1): void {
    for (let count = 0; count < segments; count++)
      this.take({ type: 'flowing', runId: this.state.run?.id ?? '', from: 'somewhere' });
  }

  fail(detail = ''): Effect[] {
    return this.take({ type: 'run_ended', runId: this.state.run?.id ?? '', reason: null, detail });
  }

  /** The clock goes on, and rings whenever it was set to. */
  pass(ms: number): void {
    const endMs = this.nowMs + ms;
    for (let at = nextAtMs(this.state); at !== null && at <= endMs; at = nextAtMs(this.state)) {
      this.nowMs = Math.max(this.nowMs, at);
      this.take({ type: 'tick' });
    }
    this.nowMs = endMs;
  }

  change(doc: LiveStream | null): void {
    const before = this.doc;
    this.doc = doc;
    this.take({ type: 'document', before });
  }

  get ended() {
    return this.effects.flatMap((effect) => (effect.type === 'ended' ? [effect.reason] : []));
  }

  get starts(): number {
    return this.effects.filter(({ type }) => type === 'start').length;
  }
}
