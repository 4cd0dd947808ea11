import { pause } from '../../lib/pause.ts';
import type { ListedSegment } from '../segments/types.ts';
import type { Finish, Finished } from './finish.ts';

/** How much room is missing to write so much, beside what is live: 0 where there is enough. */
export type MissingBytes = (bytes: number) => Promise<number>;

/** There will be room again: other files are brought away, or somebody makes some. */
export class NoRoom extends Error {
  constructor(missingBytes: number) {
    const mebibytes = Math.ceil(missingBytes / 1024 / 1024);
    super(
      `There is no room on the live server to make the file yet: ${mebibytes} MiB more are needed. It is made once there is.`,
    );
  }
}

const lookEveryMs = 1000;

/** A file needs as much room as its segments. It is given up when others need the room, which it must not take from them. */
export async function finishWithinRoom(
  { finish, missingBytes }: { finish: Finish; missingBytes: MissingBytes },
  segments: ListedSegment[],
  out: string,
  signal: AbortSignal,
): Promise<Finished> {
  const missing = await missingBytes(segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  if (missing > 0) throw new NoRoom(missing);
  const ending = new AbortController();
  const end = (): void => ending.abort();
  signal.addEventListener('abort', end);
  let lacking = 0;
  const looking = (async () => {
    while (!ending.signal.aborted && lacking === 0) {
      await pause(lookEveryMs, ending.signal);
      if (!ending.signal.aborted) lacking = await missingBytes(0);
    }
    end();
  })();
  try {
    if (signal.aborted) end();
    return await finish(segments, out, ending.signal);
  } catch (error) {
    throw lacking > 0 ? new NoRoom(lacking) : error;
  } finally {
    end();
    signal.removeEventListener('abort', end);
    await looking;
  }
}
