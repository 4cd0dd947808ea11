import type { NodeReport } from '@headwater/contract/nodes/routes';
import { Applier } from './apply.ts';
import { ControlPlane, NodeRemoved } from './control-plane.ts';
import { type Credential, discardCredential } from './credential.ts';
import type { Engine } from './engine.ts';
import { Follower } from './follow.ts';
import { log } from './log.ts';
import { pause } from './pause.ts';
import { Reporter } from './report.ts';
import { StateLog } from './state-log.ts';

/** How long a node that has a last good state waits for the control plane before it serves that. */
export const startPatienceMs = 3000;

export type NodeOptions = {
  folder: string;
  controlUrl: string;
  credential: Credential;
  version: string;
  /** Rows that are carried out once instead of kept. */
  isEvent: (key: string) => boolean;
  /** From which its requests come, as origins see them. */
  addresses: () => string[];
  /** Where others reach what it serves, where they reach this program itself. */
  doors?: NodeReport['doors'];
};

/** What an engine may tell its node. */
export type EngineSignals = {
  started(): void;
  lost(): void;
  healthChanged(): void;
  /** What was refused may be acceptable by now. */
  retryRefused(): void;
  settleLater(key: string, reason: string | null): Promise<void>;
};

/** A program beside a real engine: follows desired state, feeds the engine, reports. The same for every kind of node. */
export class FollowingNode {
  readonly controlPlane: ControlPlane;
  readonly signals: EngineSignals;
  readonly #options: NodeOptions;
  readonly #engine: Engine;
  readonly #log: StateLog;
  readonly #follower: Follower;
  readonly #applier: Applier;
  readonly #reporter: Reporter;
  #startedBlind = false;
  #wasCaughtUp = false;

  constructor(options: NodeOptions, engine: Engine) {
    this.#options = options;
    this.#engine = engine;
    this.controlPlane = new ControlPlane(options.controlUrl, options.credential.credential);
    this.#log = new StateLog(options.folder, options.isEvent);
    this.#applier = new Applier(this.#log, engine, () => this.#reporter.reportNow());
    this.#follower = new Follower(this.controlPlane, this.#log, () => this.#followed());
    this.#reporter = new Reporter(
      this.controlPlane,
      () => this.#compose(),
      () => this.#follower.hurry(),
    );
    this.signals = {
      started: () => this.#applier.engineStarted(),
      lost: () => {
        this.#applier.engineLost();
        this.#reporter.reportNow();
      },
      retryRefused: () => this.#applier.retryRefused(),
      healthChanged: () => this.#reporter.reportNow(),
      settleLater: (key, reason) => this.#applier.settleLater(key, reason),
    };
  }

  /** The last good state, before anything runs. */
  async load(): Promise<void> {
    await this.#log.load();
    log.info('last good state', { epoch: this.#log.state.epoch, things: this.#log.state.size });
  }

  /** Runs until the signal is given, or until the node was removed: then `removed`. */
  async run(signal: AbortSignal): Promise<'stopped' | 'removed'> {
    const ending = new AbortController();
    const until = AbortSignal.any([signal, ending.signal]);
    const parts = [this.#applier.run(until), this.#reporter.run(until), this.#serveWithoutControlPlane(until)];
    try {
      await this.#follower.run(until);
      return 'stopped';
    } catch (error) {
      if (!(error instanceof NodeRemoved)) throw error;
      ending.abort();
      await Promise.all(parts);
      await this.#stopServing();
      return 'removed';
    } finally {
      ending.abort();
      await Promise.all(parts);
      await this.#log.close();
      this.controlPlane.close();
    }
  }

  #followed(): void {
    if (this.#follower.caughtUp) {
      this.#startedBlind = false;
      this.#applier.allow();
    }
    if (this.#follower.caughtUp !== this.#wasCaughtUp) this.#reporter.reportNow();
    this.#wasCaughtUp = this.#follower.caughtUp;
    this.#applier.wake();
  }

  async #serveWithoutControlPlane(signal: AbortSignal): Promise<void> {
    const startedAtMs = Date.now();
    // A control plane that answers is worth waiting for, however much there is to catch up on.
    for (let waitMs = startPatienceMs; waitMs > 0; ) {
      await pause(waitMs, signal);
      if (signal.aborted || this.#follower.caughtUp) return;
      waitMs = Math.max(startedAtMs, this.#follower.answeredAtMs ?? 0) + startPatienceMs - Date.now();
    }
    if (this.#log.state.epoch === null) return;
    this.#startedBlind = true;
    log.warn('the control plane does not answer: serving the last good state');
    this.#applier.allow();
  }

  async #stopServing(): Promise<void> {
    log.error('this node was removed from the control plane: it stops serving. Join it again with a new token.');
    await this.#log.discard();
    await discardCredential(this.#options.folder);
    await this.#engine
      .close()
      .catch((error: unknown) => log.error('cannot close the engine', { reason: String(error) }));
  }

  #compose(): NodeReport {
    const { state } = this.#log;
    const { serving, warnings, notices } = this.#engine.health();
    const blind = 'The control plane did not answer when this node started: it serves its last good state.';
    return {
      epoch: state.epoch,
      appliedSeq: state.applied ?? 0,
      refused: state.refused(),
      version: this.#options.version,
      serving,
      warnings: [this.#startedBlind ? blind : null, this.#follower.problem, ...warnings].filter(
        (text) => text !== null,
      ),
      notices,
      addresses: this.#options.addresses(),
      ...(this.#options.doors && { doors: this.#options.doors }),
    };
  }
}
