import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../lib/atomic-file.ts';
import { type MeasureFree, measureFree, Room } from './room.ts';

/** What a file has to be to be kept. */
export type Wanted = { id: string; sizeBytes: number; sha256: string };
export type StoredFile = { path: string; sizeBytes: number; modifiedAt: Date };

/** Why an upload is not kept, in words for whoever brings it. */
export class UploadRefused extends Error {
  override name = 'UploadRefused';
  readonly status: 413 | 422 | 507;

  constructor(status: 413 | 422 | 507, message: string) {
    super(message);
    this.status = status;
  }
}

const nameForm = /^[a-z0-9]{1,32}-[0-9a-f]{64}\.mp4$/;

/**
 * Recordings on disk. A file is named by what it holds, `<id>-<sha256>.mp4`, and has that name only once all of it is on
 * the disk: what is there is whole. 256 folders by the first byte of the hash, so that none grows without end.
 */
export class RecordingFiles {
  readonly #folder: string;
  readonly room: Room;

  constructor(folder: string, measure: MeasureFree = measureFree, onFull: () => void = () => undefined) {
    this.#folder = folder;
    this.room = new Room(folder, measure, onFull);
  }

  /** Uploads that a crash broke off are gone. */
  async prepare(): Promise<void> {
    await rm(this.#incoming, { recursive: true, force: true });
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
    await this.room.look();
  }

  /** Null unless it is there, in its size. */
  async find(wanted: Wanted): Promise<StoredFile | null> {
    const path = this.#pathOf(nameOf(wanted));
    const found = await stat(path).catch(ifMissing);
    return found?.size === wanted.sizeBytes ? { path, sizeBytes: found.size, modifiedAt: found.mtime } : null;
  }

  /** Keeps what comes if it is what is wanted. Two uploads of the same are two files until one takes the name. */
  async receive(wanted: Wanted, body: AsyncIterable<Buffer>): Promise<void> {
    const promise = await this.room.promise(wanted.sizeBytes);
    if (promise === null) throw noRoom();
    const aside = join(this.#incoming, randomUUID());
    try {
      const file = await open(aside, 'wx', 0o600);
      try {
        await writeVerified(file, wanted, body, promise.written);
      } finally {
        await file.close();
      }
      const path = this.#pathOf(nameOf(wanted));
      await this.#makeFolder(dirname(path));
      await rename(aside, path);
      await syncFolder(dirname(path));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
      this.room.wasFull();
      throw noRoom();
    } finally {
      promise.end();
      await rm(aside, { force: true });
    }
  }

  /** Of these files, those of this recording. */
  async removeRecording(id: string, names: readonly string[]): Promise<void> {
    for (const name of names) if (name.startsWith(`${id}-`)) await this.remove(name);
  }

  async remove(name: string): Promise<void> {
    const path = this.#pathOf(name);
    await rm(path, { force: true });
    await syncFolder(dirname(path)).catch(ifMissing);
    await this.room.lookAgain();
  }

  /** The names of all files that are whole. */
  async list(): Promise<string[]> {
    const folders = (await readdir(this.#folder)).filter((name) => /^[0-9a-f]{2}$/.test(name));
    const names = await Promise.all(folders.map((name) => readdir(join(this.#folder, name))));
    return names.flat().filter((name) => nameForm.test(name));
  }

  async #makeFolder(folder: string): Promise<void> {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(dirname(made));
  }

  #pathOf(name: string): string {
    if (!nameForm.test(name)) throw new Error(`${name} is no recording's file`);
    const hash = name.slice(name.indexOf('-') + 1);
    return join(this.#folder, hash.slice(0, 2), name);
  }

  get #incoming(): string {
    return join(this.#folder, 'incoming');
  }
}

export const nameOf = ({ id, sha256 }: Wanted): string => `${id}-${sha256}.mp4`;

const noRoom = (): UploadRefused =>
  new UploadRefused(507, 'The disk of this storage is full. Bring the recording again when there is room.');

/** All of it is on the disk, and is what was announced, when this resolves. */
async function writeVerified(
  file: FileHandle,
  { sizeBytes, sha256 }: Wanted,
  body: AsyncIterable<Buffer>,
  written: (bytes: number) => void,
): Promise<void> {
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > sizeBytes) throw new UploadRefused(413, `More than the ${sizeBytes} bytes of this recording came.`);
    hash.update(chunk);
    // A single write may take less than all of it.
    await file.writeFile(chunk);
    written(chunk.length);
  }
  if (length !== sizeBytes) throw new UploadRefused(422, `${length} of ${sizeBytes} bytes came.`);
  if (hash.digest('hex') !== sha256) throw new UploadRefused(422, 'What came has another SHA-256 than this recording.');
  await file.sync();
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
