import { NodeKind } from '@headwater/contract/nodes/routes';
import { z } from 'zod';
import { CommandError, command } from '../../lib/command.ts';
import type { Database } from '../../lib/db.ts';
import { announceNode } from './credentials.ts';
import { awayAfterSeconds } from './deployment.ts';

const kind = NodeKind.default('edge').describe(
  'edge, dns for a name server, live for a live server, or storage for its recordings',
);
const name = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'Use lower-case letters, digits and hyphens')
  .describe('its name, such as edge-2');

const shownRefusals = 10;

async function listRefusals({ owner }: Database, nodeId: string): Promise<string[]> {
  const rows = await owner
    .selectFrom('node_refusals')
    .select(['key', 'reason'])
    .where('node_id', '=', nodeId)
    .orderBy('key')
    .execute();
  const words = rows.slice(0, shownRefusals).map(({ key, reason }) => `${key}: ${reason}`);
  return rows.length > shownRefusals ? [...words, `${rows.length - shownRefusals} more`] : words;
}

const isLoopback = (url: string) => /^(localhost|127\.|\[::1\])/.test(new URL(url).host);

export const commands = {
  'node add': command({
    summary: 'Announce a node and print its one-time join token',
    options: z.object({
      kind,
      name,
      replace: z
        .boolean()
        .default(false)
        .describe('give an existing node of that name a new token; its old credential is dead'),
      json: z.boolean().default(false).describe('print {"token":"…"} for scripts'),
    }),
    async run({ kind, name, replace, json }, { database, settings, print }) {
      const token = await announceNode(database, kind, name, replace).catch((error: Error) => {
        throw new CommandError(error.message);
      });
      if (json) return print(JSON.stringify({ token }));
      print(`${name} may join within 24 hours. On its machine:`);
      if (isLoopback(settings.publicUrl)) {
        print(
          `(${settings.publicUrl} is reached from this machine only: set HEADWATER_PUBLIC_URL, or put its address there)`,
        );
      }
      const privately =
        ['edge', 'live'].includes(kind) && settings.allowPrivateOrigins ? 'HEADWATER_ALLOW_PRIVATE_ORIGINS=1 ' : '';
      print(
        `  ${privately}HEADWATER_ROLES=${kind} HEADWATER_CONTROL_URL=${settings.publicUrl} HEADWATER_JOIN_TOKEN=${token} npm start`,
      );
    },
  }),

  'node list': command({
    summary: 'List nodes: state, progress, last report, warnings and notices',
    options: z.object({}),
    async run(_, { database, print }) {
      const nodes = await database.owner.selectFrom('nodes').selectAll().orderBy('kind').orderBy('name').execute();
      for (const node of nodes) {
        const seen = node.last_seen_at
          ? `${Math.round((Date.now() - node.last_seen_at.getTime()) / 1000)} s ago`
          : 'never';
        const isAway = node.last_seen_at !== null && Date.now() - node.last_seen_at.getTime() > awayAfterSeconds * 1000;
        const serving = isAway ? 'away' : node.serving ? 'serving' : 'not serving';
        print(`${node.name}\t${node.kind}\t${node.state}\t${serving}\tseen ${seen}\tapplied ${node.applied_seq}`);
        for (const said of [...(node.warnings as string[]), ...(node.notices as string[])]) print(`  ${said}`);
        for (const refusal of await listRefusals(database, node.id)) print(`  refuses ${refusal}`);
      }
      if (nodes.length === 0) print('No nodes. Announce one with: node add --name edge-1');
    },
  }),

  'node drain': command({
    summary: 'Take a node out of service: changes no longer wait for it',
    options: z.object({ kind, name, back: z.boolean().default(false).describe('put it back into service') }),
    async run({ kind, name, back }, { database, print }) {
      const { numUpdatedRows } = await database.owner
        .updateTable('nodes')
        .set({ state: back ? 'joining' : 'draining' })
        .where('kind', '=', kind)
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new CommandError(`There is no ${kind} node ${name}.`);
      print(back ? `${name} is back in service once it has caught up` : `${name} is drained`);
    },
  }),

  'node remove': command({
    summary: 'Remove a node for good: its credential is dead at once',
    options: z.object({ kind, name }),
    async run({ kind, name }, { database, print }) {
      const { numDeletedRows } = await database.owner
        .deleteFrom('nodes')
        .where('kind', '=', kind)
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw new CommandError(`There is no ${kind} node ${name}.`);
      print(`${name} is removed`);
    },
  }),
};
