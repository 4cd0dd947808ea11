import type { RtmpControl, RtmpSession } from '@headwater/engines/nginx-rtmp';
import { describe, log } from '../lib/log.ts';
import { pause } from '../lib/pause.ts';

const lookEveryMs = 1000;
/** A look takes a millisecond; a machine with much to do is not taken for one that hangs. */
const mostTimeouts = 4;
/** Between the hook's answer and the first look that shows the publisher. */
const settleMs = 3000;
/** A connection whose bytes stand still this long gives way to one that has something to send. */
export const deadAfterMs = 3000;

export type Publishing = { name: string; sinceMs: number };

export type IngestWatchOptions = {
  control: Pick<RtmpControl, 'readStat' | 'dropPublisher'>;
  /** Connections that streams believe they have. */
  publishing: () => Publishing[];
  /** Whether it is known which streams there are. */
  isKnowing: () => boolean;
  /** All that are there, by name. */
  onSeen: (sessions: ReadonlyMap<string, RtmpSession>) => void;
  onGone: (name: string) => void;
  onHealthChanged: () => void;
};

/** Notices which publishers are there, whatever hooks were missed, and that the ingest itself comes and goes. */
export class IngestWatch {
  readonly #options: IngestWatchOptions;
  readonly #moved = new Map<string, { bytes: number; atMs: number }>();
  readonly #strangers = new Map<string, number>();
  #timeouts = 0;
  problem: string | null = 'The ingest has not answered yet.';

  constructor(options: IngestWatchOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const before = this.problem;
      await this.look();
      if (this.problem !== before) this.#options.onHealthChanged();
      await pause(lookEveryMs, signal);
    }
  }

  /** Whether nothing has come by this connection for a while, or it is not there any more. */
  async isDead(name: string): Promise<boolean> {
    await this.look();
    if (this.problem !== null) return true;
    const moved = this.#moved.get(name);
    if (moved !== undefined) return Date.now() - moved.atMs >= deadAfterMs;
    const connection = this.#options.publishing().find((one) => one.name === name);
    return connection === undefined || !isSettling(connection.sinceMs);
  }

  async look(): Promise<void> {
    try {
      const { sessions } = await this.#options.control.readStat();
      if (this.problem !== null) log.info('the ingest is there');
      this.problem = null;
      this.#timeouts = 0;
      await this.#compare(sessions.filter(({ publisher }) => publisher !== null));
    } catch (error) {
      const isAway = ['ECONNREFUSED', 'ENOENT', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? '');
      this.#timeouts += 1;
      if (!isAway && this.#timeouts < mostTimeouts) return;
      if (this.problem === null) log.warn('the ingest does not answer', { reason: describe(error) });
      this.problem = 'nginx-rtmp does not run: nobody can publish.';
      this.#moved.clear();
      for (const { name } of this.#options.publishing()) this.#options.onGone(name);
    }
  }

  async #compare(sessions: RtmpSession[]): Promise<void> {
    const { publishing, onSeen, onGone, control, isKnowing } = this.#options;
    const nowMs = Date.now();
    const there = new Map(sessions.map((session) => [session.name, session]));
    for (const name of this.#moved.keys()) if (!there.has(name)) this.#moved.delete(name);
    const believed = publishing();
    for (const { name, sinceMs } of believed) {
      const session = there.get(name);
      if (session === undefined) {
        if (!isSettling(sinceMs)) onGone(name);
      } else if (this.#moved.get(name)?.bytes !== session.bytesIn)
        this.#moved.set(name, { bytes: session.bytesIn, atMs: nowMs });
    }
    onSeen(there);
    if (!isKnowing()) return;
    // Let in by somebody who is no more, such as an agent that was killed before it wrote them down.
    const known = new Set(believed.map(({ name }) => name));
    for (const name of this.#strangers.keys()) if (!there.has(name) || known.has(name)) this.#strangers.delete(name);
    for (const name of there.keys()) {
      if (known.has(name)) continue;
      const sinceMs = this.#strangers.get(name) ?? nowMs;
      this.#strangers.set(name, sinceMs);
      if (nowMs - sinceMs >= settleMs) await control.dropPublisher(name);
    }
  }
}

const isSettling = (sinceMs: number): boolean => Date.now() - sinceMs < settleMs;
