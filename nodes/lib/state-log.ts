import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { syncFolder } from './atomic-file.ts';
import { DesiredState, type StateRecord } from './desired-state.ts';

const encode = (record: StateRecord): string => {
  const text = JSON.stringify(record);
  return `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`;
};

/** A record, or null for a line that was torn by a crash or damaged since. */
function decode(line: string): StateRecord | null {
  const text = line.slice(9);
  if (line[8] !== ' ' || crc32(text) !== Number.parseInt(line.slice(0, 8), 16)) return null;
  return JSON.parse(text) as StateRecord;
}

/**
 * The last good state on disk: an append-only log, written anew without its past when that outweighs what is alive, so
 * that one change among 5,000 things costs one line.
 */
export class StateLog {
  readonly state: DesiredState;
  readonly #path: string;
  #file: FileHandle | null = null;
  #bytes = 0;
  #condensedBytes = 0;
  /** Records reach the file one after the other, in the order of the calls. */
  #last: Promise<void> = Promise.resolve();

  constructor(folder: string, isEvent: (key: string) => boolean) {
    this.#path = join(folder, 'desired-state.log');
    this.state = new DesiredState(isEvent);
  }

  async load(): Promise<void> {
    await mkdir(join(this.#path, '..'), { recursive: true, mode: 0o700 });
    const stored = await readFile(this.#path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    let end = 0;
    for (let newline = stored.indexOf(10); newline !== -1; newline = stored.indexOf(10, end)) {
      const record = decode(stored.toString('utf8', end, newline));
      if (record === null) break;
      this.state.fold(record);
      end = newline + 1;
    }
    this.#file = await open(this.#path, 'a', 0o600);
    // What follows a torn line was never acknowledged to anybody.
    if (end < stored.length) await this.#file.truncate(end);
    this.#bytes = end;
    this.#condensedBytes = end;
  }

  /**
   * Keeps the record on disk, then folds it, unless it no longer fits the state when its turn comes. An outcome need not
   * reach the disk at once: applying again is harmless.
   */
  append(record: StateRecord, fits: (state: DesiredState) => boolean = () => true): Promise<void> {
    return this.#inTurn(async () => {
      if (!fits(this.state)) return;
      const line = encode(record);
      const file = this.#file;
      if (file === null) throw new Error('the state log is closed');
      try {
        await file.appendFile(line);
        if (record.type === 'entries') await file.datasync();
      } catch (error) {
        // Half a line (a full disk) would hide everything that is written after it.
        await file.truncate(this.#bytes);
        throw error;
      }
      this.#bytes += Buffer.byteLength(line);
      this.state.fold(record);
      if (this.#bytes > 2 * this.#condensedBytes + 1_000_000) await this.#rewrite(this.state.condensed());
    });
  }

  /** Puts a full picture in the place of everything before. */
  replace(records: (state: DesiredState) => StateRecord[]): Promise<void> {
    return this.#inTurn(async () => {
      const picture = records(this.state);
      await this.#rewrite(picture);
      for (const record of picture) this.state.fold(record);
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#file?.close();
      this.#file = null;
    });
  }

  /** For a node that was removed: nothing is left to start from. */
  async discard(): Promise<void> {
    await this.close();
    await rm(this.#path, { force: true });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #rewrite(records: StateRecord[]): Promise<void> {
    const temporary = `${this.#path}.tmp`;
    const file = await open(temporary, 'w', 0o600);
    let bytes = 0;
    try {
      for (const record of records) {
        const line = encode(record);
        bytes += Buffer.byteLength(line);
        await file.appendFile(line);
      }
      await file.sync();
      await rename(temporary, this.#path);
      await syncFolder(join(this.#path, '..'));
    } catch (error) {
      await file.close();
      throw error;
    }
    await this.#file?.close();
    this.#file = file;
    this.#bytes = bytes;
    this.#condensedBytes = bytes;
  }
}
