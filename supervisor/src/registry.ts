import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { belongsTo, isRunning, listProcesses, readProcess, send, waitFor } from './proc.ts';

/** A program's leader; everything it starts stays in its process group. */
export type Entry = { name: string; pid: number; startTicks: number; stopSignal: NodeJS.Signals };

/**
 * Which processes this installation started, on disk, so that the start after a kill -9 can find and end what is left
 * of them.
 */
export class Registry {
  readonly #path: string;
  readonly #dataFolder: string;
  readonly #entries = new Map<string, Entry>();

  constructor(runFolder: string, dataFolder: string) {
    mkdirSync(runFolder, { recursive: true, mode: 0o700 });
    this.#path = join(runFolder, 'programs.json');
    this.#dataFolder = dataFolder;
  }

  add(name: string, pid: number, stopSignal: NodeJS.Signals): void {
    const startTicks = readProcess(pid)?.startTicks;
    if (startTicks === undefined) return;
    this.#entries.set(name, { name, pid, startTicks, stopSignal });
    this.#save();
  }

  remove(name: string): void {
    if (this.#entries.delete(name)) this.#save();
  }

  /** After a stop in order there is nothing to find. */
  close(): void {
    rmSync(this.#path, { force: true });
  }

  #save(): void {
    const draft = `${this.#path}.draft`;
    writeFileSync(draft, JSON.stringify([...this.#entries.values()]));
    renameSync(draft, this.#path);
  }

  /** Ends what an earlier supervisor left behind; says what that was. Null when the last stop was in order. */
  async clearLeftovers(): Promise<string[] | null> {
    if (!existsSync(this.#path)) return null;
    const ended: string[] = [];
    await Promise.all(
      readEntries(this.#path).map(async (entry) => {
        if (await this.#end(entry)) ended.push(`${entry.name} (process ${entry.pid})`);
      }),
    );
    rmSync(this.#path, { force: true });
    return ended;
  }

  async #end(entry: Entry): Promise<boolean> {
    if (this.#membersOf(entry).length === 0) return false;
    if (isRunning(entry.pid, entry.startTicks)) send(entry.pid, entry.stopSignal);
    const isGone = () => this.#membersOf(entry).length === 0;
    // Without its leader nobody tells the rest of the group to stop.
    await waitFor(() => isGone() || !isRunning(entry.pid, entry.startTicks), 5000);
    for (const pid of this.#membersOf(entry)) send(pid, 'SIGKILL');
    // On a busy machine a killed process holds its ports for a while yet.
    await waitFor(isGone, 2000);
    return true;
  }

  #membersOf(entry: Entry): number[] {
    const leader = readProcess(entry.pid);
    // The number went to another process, which is only possible once the whole group had gone.
    if (leader && leader.startTicks !== entry.startTicks) return [];
    return listProcesses()
      .filter(({ session, startTicks }) => session === entry.pid && startTicks >= entry.startTicks)
      .map(({ pid }) => pid)
      .filter((pid) => belongsTo(pid, this.#dataFolder));
  }
}

function readEntries(path: string): Entry[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Entry[];
  } catch {
    return [];
  }
}
