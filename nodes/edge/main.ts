import { CannotJoin } from '../lib/credential.ts';
import { describe, log } from '../lib/log.ts';
import { pause } from '../lib/pause.ts';
import { runEdge } from './agent.ts';
import { readSettings } from './settings.ts';

const stopping = new AbortController();
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  process.on(name, () => {
    log.info('stopping', { signal: name });
    stopping.abort();
    // Whatever is still under way is on disk or will be done again; nobody should wait for it.
    setTimeout(() => process.exit(0), 800).unref();
  });
}

try {
  const ended = await runEdge(readSettings(process.env), stopping.signal);
  // A supervisor would only start us again: a removed node stays, serving nothing, until somebody stops it.
  while (ended === 'removed' && !stopping.signal.aborted) await pause(60_000, stopping.signal);
} catch (error) {
  if (!stopping.signal.aborted) {
    log.error(error instanceof CannotJoin ? error.message : 'the edge agent failed', { reason: describe(error) });
    process.exitCode = error instanceof CannotJoin ? 2 : 1;
  }
}
process.exit();
