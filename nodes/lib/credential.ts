import { createHash } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type NodeKind, nodeRoutes } from '@headwater/contract/nodes/routes';
import { readIfExists, writeAtomically } from './atomic-file.ts';
import { ControlPlane, NodeRemoved, RequestRefused } from './control-plane.ts';
import { describe, log } from './log.ts';
import { Backoff, pause } from './pause.ts';

export type Credential = { nodeId: string; name: string; kind: string; credential: string };
type Joining = { kind: NodeKind; folder: string; controlUrl: string; joinToken: string | null };
/** The hash of the join token tells whether a token given at start was used before. */
type Stored = Credential & { joinedWith: string | null };

/** The node cannot say who it is; `message` says what an operator has to do. */
export class CannotJoin extends Error {
  override name = 'CannotJoin';
}

const fileIn = (folder: string): string => join(folder, 'credential.json');
const hash = (token: string): string => createHash('sha256').update(token).digest('hex');

async function readStored(folder: string): Promise<Stored | null> {
  const text = await readIfExists(fileIn(folder));
  return text === null ? null : (JSON.parse(text) as Stored);
}

/**
 * Who this node is. The credential of an earlier start is used again; a join token that was not used yet replaces it,
 * so that a node can be joined anew after it was removed or after the control plane lost its database.
 */
export async function obtainCredential(options: Joining, signal: AbortSignal): Promise<Credential> {
  const credential = await joinOnce(options, signal);
  const { name, kind } = credential;
  if (kind !== options.kind)
    throw new CannotJoin(`The node ${name} is of kind ${kind}; this program runs one of kind ${options.kind}.`);
  return credential;
}

async function joinOnce({ folder, controlUrl, joinToken }: Joining, signal: AbortSignal): Promise<Credential> {
  const stored = await readStored(folder);
  if (joinToken === null || joinToken === '' || stored?.joinedWith === hash(joinToken)) {
    if (stored !== null) return stored;
    throw new CannotJoin(
      'This node has no credential. Get a join token with `headwater node add` and start it with that.',
    );
  }
  const controlPlane = new ControlPlane(controlUrl, null);
  const backoff = new Backoff();
  try {
    for (;;) {
      try {
        const reply = await controlPlane.call(
          nodeRoutes.joinNode,
          { body: { token: joinToken } },
          { timeoutMs: stored === null ? 10_000 : 2000, signals: [signal] },
        );
        const { nodeId, name, kind, credential } = reply;
        const joined: Stored = { nodeId, name, kind, credential, joinedWith: hash(joinToken) };
        await writeAtomically(fileIn(folder), JSON.stringify(joined), 0o600);
        log.info('joined', { node: name, kind });
        return joined;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof NodeRemoved || error instanceof RequestRefused) {
          // A used-up token in the settings must not keep a node from starting with the credential it already has.
          if (stored !== null) return stored;
          throw new CannotJoin(
            'The join token was refused: it was used before, or it expired. Get a new one with `headwater node add`.',
          );
        }
        // A node that has served before does not wait: it starts from its last good state.
        if (stored !== null) return stored;
        log.warn('cannot join yet', { reason: describe(error) });
        await pause(backoff.nextMs(), signal);
        signal.throwIfAborted();
      }
    }
  } finally {
    controlPlane.close();
  }
}

/** After the control plane removed the node: it must not come back by a restart alone. */
export async function discardCredential(folder: string): Promise<void> {
  await rename(fileIn(folder), join(folder, 'credential.removed.json')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
