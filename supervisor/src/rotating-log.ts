import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const limitBytes = 8 * 1024 * 1024;
const keptFiles = 4;

/** A log file that never grows beyond its limit; older text moves to `.1`, `.2` and so on, and at last away. */
export class RotatingLog {
  readonly path: string;
  #file: number;
  #sizeBytes: number;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'a', 0o640);
    this.#sizeBytes = fstatSync(this.#file).size;
  }

  write(chunk: Buffer | string): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (this.#sizeBytes + bytes.length > limitBytes) this.#rotate();
    try {
      this.#sizeBytes += writeSync(this.#file, bytes);
    } catch {
      // A full disk must not stop what the log is about.
    }
  }

  #rotate(): void {
    closeSync(this.#file);
    for (let age = keptFiles - 1; age >= 0; age--) {
      const from = age === 0 ? this.path : `${this.path}.${age}`;
      try {
        renameSync(from, `${this.path}.${age + 1}`);
      } catch {
        // Not that old yet.
      }
    }
    this.#file = openSync(this.path, 'a', 0o640);
    this.#sizeBytes = 0;
  }

  close(): void {
    closeSync(this.#file);
  }
}
