import type { NodeKind } from '@headwater/contract/nodes/routes';
import type { RoleHealth } from '@headwater/contract/system/routes';
import type { z } from 'zod';
import type { Database } from '../../lib/db.ts';
import { awayAfterSeconds, kindWords } from '../nodes/index.ts';

type Health = z.infer<typeof RoleHealth>;
export type Roles = Record<'database' | 'api' | 'worker' | NodeKind, Health>;
type Node = { name: string; state: string; present: boolean; serving: boolean; warnings: string[] };

/** Whether each role works, from what it reported itself; never an exception. */
export async function readHealth(database: Database): Promise<Roles> {
  const api: Health = { state: 'ok' };
  try {
    const [worker, edge, dns, live, storage] = await Promise.all([
      readWorker(database),
      readNodes(database, 'edge'),
      readNodes(database, 'dns'),
      readNodes(database, 'live'),
      readNodes(database, 'storage'),
    ]);
    return { database: { state: 'ok' }, api, worker, edge, dns, live, storage };
  } catch {
    const unknown: Health = { state: 'down', reason: 'Unknown while the database cannot be reached.' };
    return {
      database: { state: 'down', reason: 'The database cannot be reached.' },
      api,
      worker: unknown,
      edge: unknown,
      dns: unknown,
      live: unknown,
      storage: unknown,
    };
  }
}

async function readWorker({ ownerPool }: Database): Promise<Health> {
  const { rows } = await ownerPool.query<{ fresh: boolean }>(
    `select beat_at > now() - interval '30 seconds' as fresh from role_heartbeats where role = 'worker'`,
  );
  return rows[0]?.fresh ? { state: 'ok' } : { state: 'down', reason: 'No worker has reported in the last 30 seconds.' };
}

async function readNodes({ ownerPool }: Database, kind: NodeKind): Promise<Health> {
  const { rows: all } = await ownerPool.query<Node>(
    `select name, state, coalesce(last_seen_at > now() - make_interval(secs => $1), false) as present, serving, warnings
     from nodes where kind = $2 and state <> 'draining' order by name`,
    [awayAfterSeconds, kind],
  );
  if (all.length === 0) return { state: 'off', reason: kindWords[kind].noneAdded };
  // One that was announced and has not come yet is missed by nobody, unless there is no other.
  const inService = all.filter(({ state }) => state === 'in_service');
  const rows = inService.length > 0 ? inService : all;
  const problems = rows.flatMap((node) => {
    if (!node.present) return [`${node.name} is away.`];
    if (!node.serving) return [`${node.name} does not serve: ${node.warnings[0] ?? 'it is starting.'}`];
    return node.warnings.map((warning) => `${node.name}: ${warning}`);
  });
  const serving = rows.some((node) => node.present && node.serving);
  if (problems.length === 0) return { state: 'ok' };
  return { state: serving ? 'degraded' : 'down', reason: problems.slice(0, 5).join(' ') };
}
