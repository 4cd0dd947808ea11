import { closeSync, fstatSync, openSync, read } from 'node:fs';
import { promisify } from 'node:util';

const readOn = promisify(read);

/**
 * A segment that is open to be read. Only reading may have to wait for the disk, and is done beside; to open and to close
 * takes less than the way to another thread and back.
 */
export class SegmentFile {
  readonly #descriptor: number;
  readonly size: number;

  private constructor(descriptor: number, size: number) {
    this.#descriptor = descriptor;
    this.size = size;
  }

  /** Null where there is none. */
  static open(path: string): SegmentFile | null {
    let descriptor: number;
    try {
      descriptor = openSync(path, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    return new SegmentFile(descriptor, fstatSync(descriptor).size);
  }

  /** As many bytes as there are, at most those. */
  async read(from: number, mostBytes: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(Math.min(mostBytes, this.size - from));
    const { bytesRead } = await readOn(this.#descriptor, bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
