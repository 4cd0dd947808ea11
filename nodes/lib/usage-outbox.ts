import { mkdir, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Args } from '@headwater/contract/lib/route';
import type { nodeRoutes } from '@headwater/contract/nodes/routes';
import { readIfExists, syncFolder, writeAtomically } from './atomic-file.ts';
import { type ControlPlane, RequestRefused } from './control-plane.ts';
import { describe, log } from './log.ts';
import { Backoff, pause } from './pause.ts';

/** `position` says where counting goes on after this batch; it is kept in the same file, so that both are there or none. */
type Stored<P, B> = { number: number; position: P; batchId: string } & B;
type UsageRoute = typeof nodeRoutes.reportUsage | typeof nodeRoutes.reportDnsUsage;
type Waiting = { number: number; bytes: number };

const nameOf = (number: number): string => `${String(number).padStart(12, '0')}.json`;

/**
 * Batches of usage on disk until the control plane has accepted them, oldest first. A batch is written once and sent
 * as it was written, however often. `B`: what a batch of this kind of node carries beside its name.
 */
export class UsageOutbox<P, B extends object> {
  readonly #folder: string;
  readonly #route: UsageRoute;
  readonly #mostBytes: number;
  #waiting: Waiting[] = [];
  #number = 0;
  #position: P | null = null;
  #awake: () => void = () => undefined;
  /** Batches that were given up: the outbox was full, or the control plane refused them. */
  lostBatches = 0;

  constructor(folder: string, route: UsageRoute, mostBytes = 256_000_000) {
    this.#folder = join(folder, 'outbox');
    this.#route = route;
    this.#mostBytes = mostBytes;
  }

  /** Answers where to go on counting; null when nothing was ever counted. */
  async load(): Promise<P | null> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const position = await readIfExists(this.#positionFile);
    if (position !== null) ({ number: this.#number, position: this.#position } = JSON.parse(position));
    for (const name of (await readdir(this.#folder)).sort()) {
      if (!/^\d{12}\.json$/.test(name)) continue;
      const { size } = await stat(join(this.#folder, name));
      this.#waiting.push({ number: Number.parseInt(name, 10), bytes: size });
    }
    const newest = this.#waiting.at(-1);
    if (newest !== undefined && newest.number > this.#number) {
      const stored = await this.#read(newest.number);
      this.#number = stored.number;
      this.#position = stored.position;
    }
    return this.#position;
  }

  get waitingBytes(): number {
    return this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Once this resolves, the batch will be counted exactly once, and counting goes on behind it. Null carries nothing. */
  async put(name: string, usage: B | null, position: P): Promise<void> {
    const number = this.#number + 1;
    if (usage === null) await this.#keepPosition(number, position);
    else {
      const stored: Stored<P, B> = { number, position, batchId: `${number}-${name}`, ...usage };
      const text = JSON.stringify(stored);
      await writeAtomically(join(this.#folder, nameOf(number)), text);
      this.#waiting.push({ number, bytes: Buffer.byteLength(text) });
    }
    this.#number = number;
    this.#position = position;
    while (this.waitingBytes > this.#mostBytes && this.#waiting.length > 1) await this.#giveUpOldest();
    this.#awake();
  }

  /** Sends until the signal is given. */
  async run(controlPlane: ControlPlane, signal: AbortSignal): Promise<void> {
    const backoff = new Backoff(250, 5000);
    signal.addEventListener('abort', () => this.#awake(), { once: true });
    while (!signal.aborted) {
      const next = this.#waiting[0];
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          this.#awake = resolve;
        });
        continue;
      }
      try {
        const batch = await this.#read(next.number).catch((error: unknown) => {
          throw new RequestRefused(0, `it cannot be read: ${describe(error)}`);
        });
        const { number: _number, position: _position, ...body } = batch;
        const args = { body } as unknown as Args<UsageRoute>;
        await controlPlane.call(this.#route, args, { timeoutMs: 30_000, signals: [signal] });
        await this.#remove(next);
        backoff.reset();
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof RequestRefused) await this.#setAside(next, describe(error));
        else await pause(backoff.nextMs(), signal);
      }
    }
  }

  get #positionFile(): string {
    return join(this.#folder, 'position');
  }

  async #read(number: number): Promise<Stored<P, B>> {
    return JSON.parse(await readFile(join(this.#folder, nameOf(number)), 'utf8')) as Stored<P, B>;
  }

  #keepPosition(number: number, position: P): Promise<void> {
    return writeAtomically(this.#positionFile, JSON.stringify({ number, position }));
  }

  /** The newest position must outlive the file that held it. */
  async #remove(batch: Waiting, dispose = unlink): Promise<void> {
    if (batch.number === this.#number && this.#position !== null)
      await this.#keepPosition(batch.number, this.#position);
    this.#waiting = this.#waiting.filter((other) => other !== batch);
    await dispose(join(this.#folder, nameOf(batch.number))).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await syncFolder(this.#folder);
  }

  async #setAside(batch: Waiting, reason: string): Promise<void> {
    this.lostBatches += 1;
    log.error('a batch of usage cannot be handed over; it is kept as refused.json', {
      batch: batch.number,
      reason,
    });
    await this.#remove(batch, (path) => rename(path, join(this.#folder, 'refused.json')));
  }

  async #giveUpOldest(): Promise<void> {
    const oldest = this.#waiting[0];
    if (oldest === undefined) return;
    this.lostBatches += 1;
    log.error('the outbox is full: the oldest batch of usage is lost', { batch: oldest.number });
    await this.#remove(oldest);
  }
}
