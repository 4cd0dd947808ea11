import { StoredRecording } from '@headwater/contract/nodes/storage-document';
import type { Change } from '../lib/desired-state.ts';
import type { Engine, EngineHealth, EngineRefusal } from '../lib/engine.ts';
import { whyNotAccepted } from '../lib/unknown-document.ts';
import type { RecordingFiles } from './files.ts';

export const keyOf = (id: string): string => `recording/${id}`;
const prefix = keyOf('');
export const lostWords = 'The recording is lost: this storage does not have it.';

export type StorageEngineOptions = {
  files: RecordingFiles;
  nodeId: string;
  health: () => EngineHealth;
};

/** Recordings as the feed tells of them. What is told of is served and taken in; what is told to be gone is deleted. */
export class StorageEngine implements Engine {
  readonly #options: StorageEngineOptions;
  readonly #recordings = new Map<string, StoredRecording>();
  /** Of those, the ones that were stored and are not here. */
  readonly #lost = new Set<string>();
  /** True once the whole picture is known: before, a file that nobody knows may just not have been told of yet. */
  isWhole = false;

  constructor(options: StorageEngineOptions) {
    this.#options = options;
  }

  recording(id: string): StoredRecording | undefined {
    return this.#recordings.get(id);
  }

  recordings(): StoredRecording[] {
    return [...this.#recordings.values()];
  }

  /** What is only missing from the picture was not necessarily deleted: its files go after a grace, as unknown ones. */
  async replace(things: Change[], _forget: boolean, gone: string[]): Promise<EngineRefusal[]> {
    this.#forget();
    const refused = await this.apply(things);
    await this.#remove(gone.map((key) => key.slice(prefix.length)));
    return refused;
  }

  async apply(changes: Change[]): Promise<EngineRefusal[]> {
    const refused: EngineRefusal[] = [];
    const gone: string[] = [];
    for (const { key, doc } of changes) {
      const id = key.slice(prefix.length);
      if (doc === null) {
        this.#forget(id);
        gone.push(id);
        continue;
      }
      const understood = key.startsWith(prefix) ? StoredRecording.safeParse(doc) : null;
      if (!understood?.success) {
        refused.push({ key, reason: whyNotAccepted('storage', doc, understood?.error.issues ?? []) });
        continue;
      }
      if (understood.data.nodeId !== this.#options.nodeId) {
        this.#forget(id);
        continue;
      }
      // Also where it is lost: should somebody still bring it, it is taken in.
      this.#recordings.set(id, understood.data);
      await this.look(id);
      if (this.#lost.has(id)) refused.push({ key, reason: lostWords });
    }
    await this.#remove(gone);
    return refused;
  }

  async restore(_things: Change[]): Promise<void> {
    // What is refused is refused since its file is not there: no earlier version has one.
  }

  async open(): Promise<void> {
    this.isWhole = true;
  }

  /** Nothing is served any more. Files stay: they are customers' property, and an operator may want them back. */
  async close(): Promise<void> {
    this.isWhole = false;
    this.#forget();
  }

  health(): EngineHealth {
    return this.#options.health();
  }

  /** Whether its file is here; answers what is new about that, and null where nothing is. */
  async look(id: string): Promise<'lost' | 'found' | null> {
    const recording = this.#recordings.get(id);
    if (recording === undefined) return null;
    const isHere = (await this.#options.files.find(recording)) !== null;
    if (isHere) return this.#lost.delete(id) ? 'found' : null;
    if (!recording.stored || this.#lost.has(id)) return null;
    this.#lost.add(id);
    return 'lost';
  }

  #forget(id?: string): void {
    if (id === undefined) {
      this.#recordings.clear();
      this.#lost.clear();
      return;
    }
    this.#recordings.delete(id);
    this.#lost.delete(id);
  }

  async #remove(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const { files } = this.#options;
    const names = await files.list();
    for (const id of ids) {
      // It may have come back among the same changes.
      if (!this.#recordings.has(id)) await files.removeRecording(id, names);
    }
  }
}
