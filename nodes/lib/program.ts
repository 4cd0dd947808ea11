import { CannotJoin } from './credential.ts';
import { describe, log } from './log.ts';
import { pause } from './pause.ts';

/** The life of a node's program: until a signal, until its node was removed, or until it cannot go on. */
export async function runProgram(
  name: string,
  run: (signal: AbortSignal) => Promise<'stopped' | 'removed'>,
): Promise<never> {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log.info('stopping', { signal });
      stopping.abort();
      // Whatever is still under way is on disk or will be done again; nobody should wait for it.
      setTimeout(() => process.exit(0), 800).unref();
    });
  }
  try {
    const ended = await run(stopping.signal);
    // A supervisor would only start us again: a removed node stays, serving nothing, until somebody stops it.
    while (ended === 'removed' && !stopping.signal.aborted) await pause(60_000, stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) {
      if (error instanceof CannotJoin) log.error(error.message);
      else log.error(`${name} failed`, { reason: describe(error) });
      process.exitCode = error instanceof CannotJoin ? 2 : 1;
    }
  }
  process.exit();
}
