import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { RotatingLog } from './rotating-log.ts';
import { warn } from './terminal.ts';

const rememberedLines = 5;

/** Writes a program's output to its log file, and passes on to the terminal what a person must see at once. */
export class LineReader {
  readonly path: string;
  readonly #name: string;
  readonly #file: RotatingLog;
  #errors: string[] = [];

  constructor(name: string, path: string) {
    this.#name = name;
    this.path = path;
    this.#file = new RotatingLog(path);
  }

  follow(child: ChildProcess): void {
    this.#errors = [];
    for (const [stream, isError] of [
      [child.stdout, false],
      [child.stderr, true],
    ] as const) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        this.#file.write(`${line}\n`);
        const important = readSevere(line);
        if (important) warn(`[${this.#name}] ${important}`);
        else if (isError && line.trim()) this.#errors = [...this.#errors, line.slice(0, 500)].slice(-rememberedLines);
      });
    }
  }

  /** The last words on the error channel since the program started. */
  lastErrors(): readonly string[] {
    return this.#errors;
  }

  close(): void {
    this.#file.close();
  }
}

/** The message of a structured log line at level error or above (pino's 50, or the word). */
function readSevere(line: string): string | null {
  if (!line.startsWith('{')) return null;
  try {
    const { level, msg, message, err, reason } = JSON.parse(line) as Record<string, unknown>;
    const severe = (typeof level === 'number' && level >= 50) || level === 'error' || level === 'fatal';
    if (!severe) return null;
    const cause = err && typeof err === 'object' && 'message' in err ? err.message : reason;
    return `${String(msg ?? message ?? line)}${cause === undefined ? '' : `: ${String(cause)}`}`;
  } catch {
    return null;
  }
}
