import type { LiveState, RecordingPlace, UnderWay } from '@headwater/contract/nodes/live-report';
import { liveNodeRoutes } from '@headwater/contract/nodes/live-routes';
import { type ControlPlane, RequestRefused } from '../../lib/control-plane.ts';
import { describe, log } from '../../lib/log.ts';
import { Backoff, pause } from '../../lib/pause.ts';
import type { Outbox } from './outbox.ts';

const everyMs = 5000;
/** What happens together is told together. */
const gatherMs = 50;

export type LiveReporterOptions = {
  outbox: Outbox;
  /** Of streams that changed, or that do something. */
  states: () => LiveState[];
  /** All that is on this node's disk. */
  underWay: () => UnderWay;
  onPlaces: (places: RecordingPlace[], gone: string[]) => void;
};

/** Tells the control plane what becomes of streams: at once when something changes, and every few seconds besides. */
export class LiveReporter {
  readonly #options: LiveReporterOptions;
  #awake = new AbortController();
  /** States that could not be told: that a stream is idle is said once. */
  #unsaid: LiveState[] = [];
  /** Once, by which what was lost with a disk is known to be over. */
  #saidWhatIsUnderWay = false;

  constructor(options: LiveReporterOptions) {
    this.#options = options;
  }

  hurry(): void {
    this.#awake.abort();
  }

  async run(controlPlane: ControlPlane, signal: AbortSignal): Promise<void> {
    const { outbox } = this.#options;
    const backoff = new Backoff(250, 5000);
    while (!signal.aborted) {
      await pause(everyMs, signal, this.#awake.signal);
      await pause(gatherMs, signal);
      if (signal.aborted) return;
      this.#awake = new AbortController();
      try {
        outbox.prune();
        for (
          let body = outbox.take(() => this.#newest(), this.#saidWhatIsUnderWay ? undefined : this.#options.underWay);
          body !== null;
          body = outbox.isEmpty ? null : outbox.take(() => [])
        ) {
          await this.#send(controlPlane, body, signal);
        }
        backoff.reset();
      } catch (error) {
        if (signal.aborted) return;
        log.warn('the control plane was not told of streams', { reason: describe(error) });
        await pause(backoff.nextMs(), signal);
        this.hurry();
      }
    }
  }

  #newest(): LiveState[] {
    const newest = this.#options.states();
    const known = new Set(newest.map(({ streamId }) => streamId));
    const states = [...this.#unsaid.filter(({ streamId }) => !known.has(streamId)), ...newest];
    this.#unsaid = [];
    return states;
  }

  async #send(controlPlane: ControlPlane, body: NonNullable<ReturnType<Outbox['take']>>, signal: AbortSignal) {
    const { outbox, onPlaces } = this.#options;
    try {
      const call = { timeoutMs: 30_000, signals: [signal] };
      const { places, gone } = await controlPlane.call(liveNodeRoutes.reportLive, { body }, call);
      outbox.settle();
      this.#saidWhatIsUnderWay ||= body.underWay !== undefined;
      onPlaces(places, gone);
    } catch (error) {
      if (!(error instanceof RequestRefused)) {
        // With anything else it is on disk, and sent again as it is.
        const isKept = body.sessions.length + body.recordings.length + body.health.length > 0;
        if (!isKept) this.#unsaid = body.states;
        throw error;
      }
      // Sending it again changes nothing, and what comes after it must not wait for ever.
      log.error('a report about streams was refused and is lost', { reason: describe(error), batch: body.batchId });
      outbox.settle();
      this.#saidWhatIsUnderWay ||= body.underWay !== undefined;
    }
  }
}
