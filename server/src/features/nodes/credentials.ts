import { messages } from '@headwater/contract/lib/messages';
import { NodeKind } from '@headwater/contract/nodes/routes';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../lib/db.ts';
import { Problem } from '../../lib/problem.ts';
import { hashToken, newId, newToken } from '../../lib/secret.ts';
import type { NodeIdentity } from '../../lib/who.ts';

const joinTokenSeconds = 24 * 3600;

/**
 * Announces a node and returns its one-time join token. An existing node of that name gets a new token with `replace`,
 * and its old credential is dead at once.
 */
export async function announceNode(
  database: Database,
  kind: NodeKind,
  name: string,
  replace: boolean,
): Promise<string> {
  const token = newToken('hwj');
  const values = {
    join_token_hash: hashToken(token),
    join_token_expires_at: new Date(Date.now() + joinTokenSeconds * 1000),
    credential_hash: null,
    state: 'joining',
    applied_seq: 0,
    epoch: null,
    serving: false,
  };
  const inserted = await database.owner
    .insertInto('nodes')
    .values({ id: newId(), kind, name, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'name'])
        .doUpdateSet(values)
        .where(({ lit }) => lit(replace)),
    )
    .executeTakeFirst();
  if (!inserted.numInsertedOrUpdatedRows) {
    throw new Error(`There is a node ${name} already. --replace gives it a new join token.`);
  }
  return token;
}

/** Exchanges a join token for the node's own credential; the token is used up by it. */
export async function joinNode(database: Database, token: string): Promise<NodeIdentity & { credential: string }> {
  const credential = newToken('hwn');
  const node = await database.owner
    .updateTable('nodes')
    .set({ credential_hash: hashToken(credential), join_token_hash: null, join_token_expires_at: null })
    .where('join_token_hash', '=', hashToken(token))
    .where('join_token_expires_at', '>', new Date())
    .returning(['id', 'kind', 'name'])
    .executeTakeFirst();
  if (!node) throw new Problem('invalid_credentials', 'This join token is unknown, used up or expired.');
  return { nodeId: node.id, kind: NodeKind.parse(node.kind), name: node.name, credential };
}

/** @throws Problem `expired_token` when the credential belongs to no node any more. */
export async function readNode(database: Database, request: FastifyRequest): Promise<NodeIdentity> {
  const credential = /^Bearer (hwn_[\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1];
  const found = credential
    ? await database.ownerPool.query<{ id: string; kind: NodeKind; name: string }>({
        name: 'find-node',
        text: 'select id, kind, name from nodes where credential_hash = $1',
        values: [hashToken(credential)],
      })
    : undefined;
  const node = found?.rows[0];
  if (!node) throw new Problem('expired_token', messages.expiredToken);
  return { nodeId: node.id, kind: node.kind, name: node.name };
}
