/** What ffmpeg says with `-progress`, once a second. What it does not know yet (`N/A`) is null. */
export type Progress = {
  frame: number | null;
  fps: number | null;
  dropFrames: number | null;
  dupFrames: number | null;
  outSeconds: number | null;
  /** 1 keeps up with the source. */
  speed: number | null;
  bitrateKbps: number | null;
  sizeBytes: number | null;
  ended: boolean;
};

/** Takes the stream in pieces of any length, as a file that grows is read. */
export class ProgressReader {
  #rest = '';
  #block = new Map<string, string>();
  /** The last whole block. */
  last: Progress | null = null;

  /** The blocks that this piece completes. */
  read(piece: string): Progress[] {
    const lines = (this.#rest + piece).split('\n');
    // A line without an end may be garbage of any length: nothing of ffmpeg's is that long.
    this.#rest = (lines.pop() ?? '').slice(-1000);
    const blocks: Progress[] = [];
    for (const line of lines) {
      const at = line.indexOf('=');
      if (at < 1) continue;
      const key = line.slice(0, at).trim();
      this.#block.set(key, line.slice(at + 1).trim());
      if (key !== 'progress') continue;
      this.last = toProgress(this.#block);
      blocks.push(this.last);
      this.#block = new Map();
    }
    return blocks;
  }
}

/** The newest of the last lines of a progress file; null when there is none. */
export function readLastProgress(text: string): Progress | null {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const end = whole.lastIndexOf('\nprogress=');
  // Behind the end of the block before it.
  const begin = end < 1 ? 0 : Math.max(0, whole.lastIndexOf('\nprogress=', end - 1));
  return new ProgressReader().read(whole.slice(begin)).at(-1) ?? null;
}

function toProgress(block: Map<string, string>): Progress {
  const numberOf = (key: string) => {
    const found = /^-?\d+(\.\d+)?/.exec(block.get(key) ?? '');
    return found ? Number(found[0]) : null;
  };
  const outMicroseconds = numberOf('out_time_us');
  return {
    frame: numberOf('frame'),
    fps: numberOf('fps'),
    dropFrames: numberOf('drop_frames'),
    dupFrames: numberOf('dup_frames'),
    outSeconds: outMicroseconds === null ? null : outMicroseconds / 1e6,
    speed: numberOf('speed'),
    bitrateKbps: numberOf('bitrate'),
    sizeBytes: numberOf('total_size'),
    ended: block.get('progress') === 'end',
  };
}
