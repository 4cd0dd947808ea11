import { statusRoutes } from '@headwater/contract/status/routes';
import type { Database } from '../../lib/db.ts';
import type { Serve } from '../../lib/feature.ts';
import { serve } from '../../lib/serve.ts';
import { readHealth } from '../system/index.ts';
import { type History, readHistory, uptimeOf } from './history.ts';
import { describeParts, worstOf } from './parts.ts';

const keptMs = 5000;
const noHistory = (): History => ({
  today: new Date().toISOString().slice(0, 10),
  days: [],
  incidents: [],
  checkedAt: null,
});

export const serveStatus: Serve = (deps) => {
  const status = keep(() => readStatus(deps.database));
  serve(deps, statusRoutes, { getStatus: status });
};

/** Everybody asks the same, signed in or not: the answer is made once in a few seconds. */
function keep<T>(make: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; atMs: number } | undefined;
  return () => {
    if (!kept || Date.now() - kept.atMs >= keptMs) kept = { value: make(), atMs: Date.now() };
    return kept.value;
  };
}

async function readStatus(database: Database) {
  const [roles, history] = await Promise.all([readHealth(database), readHistory(database).catch(noHistory)]);
  const parts = describeParts(roles);
  return {
    status: worstOf(parts),
    services: parts.map((part) => ({ ...part, ...uptimeOf(part.name, history) })),
    incidents: history.incidents.map(({ id, part, status, reason, started_at, ended_at }) => ({
      id: String(id),
      service: part,
      status,
      reason,
      startedAt: started_at.toISOString(),
      endedAt: ended_at?.toISOString() ?? null,
    })),
    checkedAt: history.checkedAt?.toISOString() ?? null,
  };
}
