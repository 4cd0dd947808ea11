import type { LiveStream } from '@headwater/contract/nodes/live-document';
import type { EndReason } from '@headwater/contract/nodes/live-report';
import { howChanged } from './document-change.ts';
import {
  type Effect,
  type EncoderRun,
  type Ended,
  idle,
  type StreamEvent,
  type StreamState,
  type World,
} from './state.ts';

/** An encoder that came this far is a good one: when it ends, that counts as the first failure. */
export const goodSegments = 5;
/** A source that was on air for so long is no broken one, however few its segments are. */
const goodMs = 20_000;
const mostFailures = 6;
/** From here on an encoder counts as one that ends again and again. */
const failingAfter = 2;
const firstDelayMs = 500;
const longestDelayMs = { publish: 8000, pull: 30_000 };
/** While viewers wait for a source to come back, none waits longer than this to be tried again. */
const longestInWindowMs = 4000;
/** By then delays have grown as far as that. */
const roundsInWindow = 5;
/** What has no place is asked about again that often. */
const placeDelayMs = 10_000;
/** Trying it again would bring the same. */
const isHopeless = (reason: EndReason): boolean => reason === 'unsupported_codec' || reason === 'no_key_frames';
/** It lies with us: another source would not do better. */
const isWithoutPlace = (reason: EndReason): boolean => reason === 'over_quota' || reason === 'no_capacity';
/** What is said of an encoder that gives no picture, where nothing else is known. */
export const stalled = (worked: boolean): Ended =>
  worked
    ? { reason: 'stalled', detail: 'No picture came any more.' }
    : { reason: 'source_unreachable', detail: 'No picture came.' };

/** How long another source than the first is used before the first is looked at again. */
export const returnAfterMs = 120_000;

/** Takes one stream through what happens to it. Pure: all that comes of it are the new state and the effects. */
export function step(before: StreamState, event: StreamEvent, world: World): [StreamState, Effect[]] {
  const life = new Life(before, world);
  life.take(event);
  return [life.state, life.effects];
}

class Life {
  state: StreamState;
  readonly effects: Effect[] = [];
  readonly #world: World;

  constructor(before: StreamState, world: World) {
    this.state = { ...before };
    this.#world = world;
  }

  take(event: StreamEvent): void {
    if (event.type === 'published') this.#published(event.connection);
    else if (event.type === 'publisher_gone') this.#publisherGone(event);
    else if (event.type === 'flowing') this.#flowing(event);
    else if (event.type === 'run_ended') this.#runEnded(event);
    else if (event.type === 'run_stalled') this.#runStalled(event);
    else if (event.type === 'source_back') this.#returnToFirst();
    else if (event.type === 'document') this.#documentChanged(event.before);
    else if (event.type === 'room') this.#roomChanged();
    else this.#tick();
  }

  get #sources(): number {
    const input = this.#world.doc?.input;
    return input?.type === 'pull' ? input.sources.length : 0;
  }

  get #mayPull(): boolean {
    const { doc, room } = this.#world;
    return doc !== null && doc.input.type === 'pull' && doc.disabled === 'no' && room !== 'full';
  }

  #enter(phase: StreamState['phase']): void {
    if (this.state.phase !== phase) this.state.sinceMs = this.#world.nowMs;
    this.state.phase = phase;
  }

  #start(): void {
    const { newId, nowMs } = this.#world;
    const run = { id: newId(), source: this.state.source, startedAtMs: nowMs, segments: 0 };
    this.state.run = run;
    this.state.retryAtMs = null;
    this.effects.push({ type: 'start', runId: run.id });
  }

  #stop(now = false): void {
    if (this.state.run !== null) this.effects.push({ type: 'stop', runId: this.state.run.id, now });
    this.state.run = null;
    this.state.retryAtMs = null;
  }

  #drop(): void {
    if (this.state.connection !== null) this.effects.push({ type: 'drop', name: this.state.connection.name });
    this.state.connection = null;
  }

  /** Everything ends; `phase` is what remains. */
  #end(reason: EndReason, detail = '', phase: 'idle' | 'failing' = 'idle', atMs = this.#world.nowMs): void {
    const { session, failures, source } = this.state;
    this.#drop();
    this.#stop();
    if (session !== null) this.effects.push({ type: 'ended', session, reason, detail, atMs });
    const isFailing = phase === 'failing';
    this.state = {
      ...idle(this.#world.nowMs),
      sinceMs: this.state.phase === phase ? this.state.sinceMs : this.#world.nowMs,
      phase,
      lost: isFailing ? { reason, detail } : null,
      ...(isFailing && { failures, source }),
    };
  }

  #published(connection: StreamState['connection'] & object): void {
    const { nowMs, newId } = this.#world;
    const { session } = this.state;
    this.#drop();
    this.#stop();
    const { address: from, agent } = connection;
    this.state.session =
      session === null
        ? { id: newId(), kind: 'publish', startedAtMs: nowMs, from, agent, reconnects: 0 }
        : { ...session, from, agent, reconnects: session.reconnects + 1 };
    this.state.connection = connection;
    this.state.failures = 0;
    this.state.endAtMs = null;
    this.state.lost = null;
    this.#enter('connecting');
    this.#start();
  }

  #publisherGone({ name, reason, atMs }: { name: string; reason: EndReason; atMs?: number }): void {
    if (this.state.connection?.name !== name) return;
    this.state.connection = null;
    this.#stop();
    this.#lose(reason, '', atMs ?? this.#world.nowMs);
  }

  /** Nothing comes in any more: whoever comes back in time goes on with the session. */
  #lose(reason: EndReason, detail: string, atMs: number): void {
    const windowMs = (this.#world.doc?.reconnectSeconds ?? 0) * 1000;
    if (this.state.endAtMs === null) {
      this.state.endAtMs = atMs + windowMs;
      this.state.lost = { reason, detail, atMs };
    }
    if (this.state.endAtMs <= this.#world.nowMs) {
      this.#giveUpSession();
      return;
    }
    this.#enter('reconnecting');
  }

  /** It ended when it was lost, not when the wait for it was over. */
  #giveUpSession(): void {
    const { session } = this.state;
    const {
      reason,
      detail,
      atMs = this.#world.nowMs,
    } = this.state.lost ?? { reason: 'connection_lost' as const, detail: '' };
    if (!this.#mayPull) {
      this.#end(reason, detail, 'idle', atMs);
      return;
    }
    // Whatever source is being tried goes on being tried.
    if (session !== null) this.effects.push({ type: 'ended', session, reason, detail, atMs });
    this.state.session = null;
    this.state.endAtMs = null;
    // Only now delays grow further.
    this.state.failures = Math.min(this.state.failures, roundsInWindow * this.#sources);
    this.#enter('failing');
  }

  #flowing({ runId, from }: { runId: string; from: string }): void {
    const { run, session } = this.state;
    const { nowMs, newId } = this.#world;
    if (run?.id !== runId) return;
    this.state.run = { ...run, segments: run.segments + 1 };
    if (run.segments + 1 >= goodSegments) this.state.failures = 0;
    if (this.#sources > 0) {
      if (session === null)
        this.state.session = { id: newId(), kind: 'pull', startedAtMs: nowMs, from, agent: '', reconnects: 0 };
      else if (this.state.phase === 'reconnecting')
        this.state.session = { ...session, from, reconnects: session.reconnects + 1 };
      if (run.source > 0 && this.state.returnAtMs === null) this.state.returnAtMs = nowMs + returnAfterMs;
    }
    // A first segment of one that ended again and again says little: it may end at the next.
    if (this.state.phase === 'failing' && this.state.connection !== null && this.state.failures > 0) return;
    this.state.endAtMs = null;
    this.state.lost = null;
    this.#enter('live');
  }

  #runEnded({ runId, reason, detail }: { runId: string; reason: EndReason | null; detail: string }): void {
    const { run } = this.state;
    if (run?.id !== runId) return;
    this.state.run = null;
    this.state.failures = run.segments >= goodSegments ? 1 : this.state.failures + 1;
    if (this.#sources > 0) {
      this.#sourceFailed(run, reason, detail);
      return;
    }
    // Its publisher is dropped with it: nothing goes on by itself, and the session says why.
    if (reason !== null && isHopeless(reason)) {
      this.#end(reason, detail);
      return;
    }
    if (this.state.failures > mostFailures) {
      this.#end('too_many_failures', detail);
      return;
    }
    this.state.retryAtMs = this.#world.nowMs + this.#delayMs(this.state.failures, longestDelayMs.publish);
    if (this.state.failures < failingAfter) return;
    this.state.lost = { reason: 'too_many_failures', detail };
    this.#enter('failing');
  }

  /** The next one is tried; after one that worked, the list from its top. One that keeps breaking off did not work. */
  #sourceFailed(run: EncoderRun, given: EndReason | null, detail: string): void {
    const worked = run.segments > 0;
    const reason = given ?? (worked ? 'source_ended' : 'source_unreachable');
    if (!this.#mayPull) {
      this.#end(reason, detail);
      return;
    }
    const waits = isWithoutPlace(reason);
    if (!worked && !(waits && this.state.lost?.reason === reason))
      this.effects.push({ type: 'refused', reason, detail, source: run.source });
    const wasGood = worked && (this.state.failures <= 1 || this.#world.nowMs - run.startedAtMs >= goodMs);
    if (!waits) this.state.source = wasGood ? 0 : (run.source + 1) % this.#sources;
    const delayMs = waits ? this.#spread(placeDelayMs) : this.state.source === 0 ? this.#roundDelayMs() : 0;
    this.state.retryAtMs = this.#world.nowMs + delayMs;
    this.state.returnAtMs = null;
    if (isHopeless(reason) || this.state.session === null) {
      const { retryAtMs, source, failures } = this.state;
      if (isHopeless(reason) || waits || failures >= Math.max(this.#sources, 2)) this.#end(reason, detail, 'failing');
      this.state = { ...this.state, retryAtMs, source, failures };
      return;
    }
    this.#lose(reason, detail, this.#world.nowMs);
  }

  /** Before the list of sources is gone through once more. */
  #roundDelayMs(): number {
    const rounds = Math.ceil(this.state.failures / this.#sources);
    return this.#delayMs(rounds, this.state.session === null ? longestDelayMs.pull : longestInWindowMs);
  }

  /** At once after the first time, then growing; jitter keeps many streams from coming back in one wave. */
  #delayMs(times: number, longestMs: number): number {
    if (times <= 1) return 0;
    return this.#spread(Math.min(longestMs, firstDelayMs * 2 ** Math.min(times - 2, 20)));
  }

  #spread(ceilingMs: number): number {
    return Math.round(ceilingMs / 2 + (ceilingMs / 2) * this.#world.random());
  }

  #runStalled({ runId, why }: { runId: string; why: Ended }): void {
    const { run } = this.state;
    if (run?.id !== runId) return;
    this.effects.push({ type: 'stop', runId, now: true });
    this.#runEnded({ runId, reason: this.#sources > 0 ? why.reason : null, detail: why.detail });
  }

  #returnToFirst(): void {
    if (this.#sources === 0 || this.state.run === null || this.state.source === 0) return;
    this.#stop();
    this.state.source = 0;
    this.state.returnAtMs = null;
    if (this.state.session !== null) this.#lose('source_ended', '', this.#world.nowMs);
    if (this.#mayPull) this.#start();
  }

  #documentChanged(before: LiveStream | null): void {
    const { doc } = this.#world;
    const change = howChanged(before, doc);
    if (change.type === 'end' && this.state.phase !== 'idle') this.#end(change.reason);
    if (change.type === 'encode' && (this.state.run !== null || this.state.connection !== null)) {
      this.#stop();
      if (change.fromFirstSource) this.state.source = 0;
      this.state.failures = 0;
      // What made its encoders end may be mended with this.
      if (this.state.connection !== null && this.state.phase === 'failing') this.#enter('connecting');
      if (this.#sources === 0 || this.#mayPull) this.#start();
    }
    if (change.type === 'encode' && change.fromFirstSource && this.state.run === null) {
      this.state.source = 0;
      this.state.failures = 0;
      if (this.state.retryAtMs !== null) this.state.retryAtMs = this.#world.nowMs;
    }
    this.#pullIfIdle();
  }

  #roomChanged(): void {
    const { room } = this.#world;
    if (room === 'full' && this.state.phase !== 'idle') this.#end('disk_full', '', 'failing');
    if (room !== 'full' && this.state.lost?.reason === 'disk_full') this.state = idle(this.#world.nowMs);
    this.#pullIfIdle();
  }

  #pullIfIdle(): void {
    if (this.state.phase !== 'idle' || !this.#mayPull) return;
    this.state = { ...idle(this.#world.nowMs) };
    this.#enter('connecting');
    this.#start();
  }

  #tick(): void {
    const { nowMs } = this.#world;
    if (this.state.endAtMs !== null && this.state.endAtMs <= nowMs) this.#giveUpSession();
    if (this.state.returnAtMs !== null && this.state.returnAtMs <= nowMs) {
      this.state.returnAtMs = nowMs + returnAfterMs;
      this.effects.push({ type: 'look_at_first_source' });
    }
    if (this.state.retryAtMs !== null && this.state.retryAtMs <= nowMs) {
      this.state.retryAtMs = null;
      if (this.state.connection !== null || this.#mayPull) this.#start();
    }
  }
}
