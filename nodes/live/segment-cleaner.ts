import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, log } from '../lib/log.ts';
import { neededFromMs, rewindableFromMs } from './hls/views.ts';
import type { Recordings } from './recordings/recordings.ts';
import type { SegmentIndex } from './segments/segment-index.ts';
import type { KeptStreams } from './streams/kept-streams.ts';

export type CleanerOptions = {
  index: SegmentIndex;
  mediaFolder: string;
  recordings: Recordings;
  streams: KeptStreams;
};

/** Deletes segments that no view and no unfinished recording needs, and what is left of encoders that are gone. */
export class SegmentCleaner {
  readonly #options: CleanerOptions;

  constructor(options: CleanerOptions) {
    this.#options = options;
  }

  /** Now and then. */
  async clean(): Promise<void> {
    const { index, streams, recordings } = this.#options;
    if (!streams.isKnowing) return;
    const carried = new Map(streams.all().map((stream) => [stream.id, stream]));
    for (const id of index.streamIds()) {
      const stream = carried.get(id);
      const needed = recordings.sessionsNeeded(id);
      try {
        if (stream?.doc != null) {
          const nowMs = Date.now();
          const keepFromMs = neededFromMs(index.timelineOf(id), stream.doc, nowMs);
          await this.#remove(index.prune(id, keepFromMs, needed));
          stream.look.rewindableFromMs = rewindableFromMs(index.timelineOf(id), stream.doc, nowMs);
        } else if (needed.length === 0) await this.#remove(index.dropStream(id));
      } catch (error) {
        log.error('segments cannot be deleted', { stream: id, reason: describe(error) });
      }
    }
  }

  /** Folders of encoders that run no more and whose segments are all deleted. Seldom. */
  async sweep(running: Set<string>): Promise<void> {
    const { mediaFolder } = this.#options;
    for (const streamId of await readdir(mediaFolder).catch(() => [])) {
      const runs = await readdir(join(mediaFolder, streamId)).catch(() => []);
      for (const run of runs) {
        const folder = join(mediaFolder, streamId, run);
        if (!running.has(run) && !(await holdsSegments(folder))) await rm(folder, { recursive: true, force: true });
      }
      // Fails while there is something in it.
      if (runs.length === 0) await rm(join(mediaFolder, streamId), { recursive: true, force: true });
    }
  }

  async #remove(files: string[]): Promise<void> {
    for (const file of files) await rm(join(this.#options.mediaFolder, file), { force: true });
  }
}

async function holdsSegments(folder: string): Promise<boolean> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.some((name) => name.endsWith('.ts'));
}
