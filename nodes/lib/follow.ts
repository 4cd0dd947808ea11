import { type FeedEntry, type FeedReply, nodeRoutes } from '@headwater/contract/nodes/routes';
import { type ControlPlane, ControlPlaneAway, NodeRemoved } from './control-plane.ts';
import { describe, log } from './log.ts';
import { Backoff, pause } from './pause.ts';
import type { StateLog } from './state-log.ts';

const waitSeconds = 25;

/** Keeps the state on disk equal to the feed. What the engine makes of it is the applier's part. */
export class Follower {
  readonly #controlPlane: ControlPlane;
  readonly #log: StateLog;
  readonly #onChange: () => void;
  /** False until the feed said that nothing more is waiting; false again while it does not answer. */
  caughtUp = false;
  /** Why changes are not taken although the control plane is there: a full disk. */
  problem: string | null = null;
  /** When the feed last answered. */
  answeredAtMs: number | null = null;
  /** A full picture of which more is to come. */
  #snapshot: { epoch: string; cursor: number; entries: FeedEntry[] } | null = null;
  #askAfresh = false;
  #attempt = new AbortController();

  constructor(controlPlane: ControlPlane, stateLog: StateLog, onChange: () => void) {
    this.#controlPlane = controlPlane;
    this.#log = stateLog;
    this.#onChange = onChange;
  }

  /** The connection of the waiting request may be dead without a sign: ask again. */
  hurry(): void {
    this.#attempt.abort();
  }

  /** Ends when the signal is given; throws NodeRemoved when this node is no longer wanted. */
  async run(signal: AbortSignal): Promise<void> {
    const backoff = new Backoff();
    let refusals = 0;
    while (!signal.aborted) {
      try {
        const reply = await this.#ask(signal);
        this.answeredAtMs = Date.now();
        backoff.reset();
        refusals = 0;
        await this.#take(reply);
        this.problem = null;
      } catch (error) {
        if (signal.aborted) return;
        // Asked twice: nothing short of the control plane's settled word ends a node's service.
        if (error instanceof NodeRemoved && ++refusals >= 2) throw error;
        this.#snapshot = null;
        if (this.caughtUp || !(error instanceof ControlPlaneAway))
          log.warn('cannot follow the control plane', { reason: describe(error) });
        this.problem = error instanceof ControlPlaneAway ? null : `This node cannot take changes: ${describe(error)}.`;
        this.caughtUp = false;
        this.#onChange();
        await pause(backoff.nextMs(), signal);
      }
    }
  }

  async #ask(signal: AbortSignal): Promise<FeedReply> {
    this.#attempt = new AbortController();
    const patient = this.caughtUp && this.#snapshot === null;
    return await this.#controlPlane.call(
      nodeRoutes.followFeed,
      { query: { ...this.#position(), waitSeconds: patient ? waitSeconds : 0 } },
      {
        timeoutMs: patient ? (waitSeconds + 10) * 1000 : 10_000,
        signals: [signal, this.#attempt.signal],
      },
    );
  }

  #position(): { epoch?: string; cursor: number; continues?: '1' } {
    if (this.#snapshot !== null) return { epoch: this.#snapshot.epoch, cursor: this.#snapshot.cursor, continues: '1' };
    const { epoch, cursor } = this.#log.state;
    return epoch === null || this.#askAfresh ? { cursor: 0 } : { epoch, cursor };
  }

  async #take(reply: FeedReply): Promise<void> {
    const { state } = this.#log;
    if (reply.snapshot || this.#snapshot !== null) return await this.#takeSnapshot(reply);
    if (reply.epoch !== state.epoch) {
      this.#askAfresh = true;
      throw new Error('the feed changed its epoch without a snapshot');
    }
    if (reply.entries.length > 0 || reply.cursor !== state.cursor)
      await this.#log.append({ type: 'entries', cursor: reply.cursor, entries: reply.entries });
    this.#caughtUpWith(reply);
  }

  /** A snapshot takes effect as a whole: half of one would take the other half's zones away. */
  async #takeSnapshot(reply: FeedReply): Promise<void> {
    // A picture that begins anew has nothing of the one that was broken off.
    const before = reply.snapshot ? [] : (this.#snapshot?.entries ?? []);
    const entries = [...before, ...reply.entries];
    this.#snapshot = { epoch: reply.epoch, cursor: reply.cursor, entries };
    if (reply.more) return;
    log.info('starting from a full picture', { epoch: reply.epoch, things: entries.length });
    await this.#log.replace((state) => state.snapshot(reply.epoch, reply.cursor, entries));
    this.#snapshot = null;
    this.#askAfresh = false;
    this.#caughtUpWith(reply);
  }

  #caughtUpWith(reply: FeedReply): void {
    if (!reply.more && !this.caughtUp) {
      log.info('caught up with the control plane', { cursor: reply.cursor });
      this.caughtUp = true;
    }
    this.#onChange();
  }
}
