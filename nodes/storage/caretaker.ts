import { join } from 'node:path';
import { readIfExists, writeAtomically } from '../lib/atomic-file.ts';
import { describe, log } from '../lib/log.ts';
import { pause } from '../lib/pause.ts';
import { nameOf, type RecordingFiles } from './files.ts';
import { keyOf, lostWords, type StorageEngine } from './storage-engine.ts';

export type CaretakerOptions = {
  /** Where it notes since when nobody knows a file. */
  folder: string;
  files: RecordingFiles;
  engine: StorageEngine;
  settleLater: (key: string, reason: string | null) => Promise<void>;
  onRoundDone: () => void;
  everyMs?: number;
  graceMs?: number;
  now?: () => number;
};

const hourMs = 3_600_000;

/** Goes round the shelves: unknown files go after a day, and what vanished behind our back is told as lost. */
export class Caretaker {
  readonly #options: Required<CaretakerOptions>;
  #unknownSince: Map<string, number> | null = null;

  constructor(options: CaretakerOptions) {
    this.#options = { everyMs: hourMs, graceMs: 24 * hourMs, now: Date.now, ...options };
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.goRound().catch((error: unknown) =>
        log.warn('recordings were not looked after', { reason: describe(error) }),
      );
      await pause(this.#options.engine.isWhole ? this.#options.everyMs : 1000, signal);
    }
  }

  async goRound(): Promise<void> {
    const { engine, files, settleLater, onRoundDone } = this.#options;
    if (!engine.isWhole) return;
    await files.room.look();
    await this.#removeUnknown();
    for (const { id } of engine.recordings()) {
      const news = await engine.look(id);
      if (news !== null) await settleLater(keyOf(id), news === 'lost' ? lostWords : null);
    }
    onRoundDone();
  }

  async #removeUnknown(): Promise<void> {
    const { engine, files, graceMs, now } = this.#options;
    // What was put after the list was read is not in it; what is known by now is kept.
    const names = await files.list();
    const known = new Set(engine.recordings().map(nameOf));
    const before = this.#unknownSince ?? (await this.#load());
    const since = new Map(names.filter((name) => !known.has(name)).map((name) => [name, before.get(name) ?? now()]));
    for (const [name, sinceMs] of since) {
      if (now() - sinceMs < graceMs) continue;
      await files.remove(name);
      since.delete(name);
      log.info('a file that no recording has was deleted', { name, unknownSince: new Date(sinceMs).toISOString() });
    }
    this.#unknownSince = since;
    await writeAtomically(this.#note, JSON.stringify([...since]));
  }

  async #load(): Promise<Map<string, number>> {
    try {
      return new Map(JSON.parse((await readIfExists(this.#note)) ?? '[]') as [string, number][]);
    } catch {
      return new Map();
    }
  }

  get #note(): string {
    return join(this.#options.folder, 'unknown-files.json');
  }
}
