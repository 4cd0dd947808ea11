import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Control } from './control.ts';
import { commonEnvironment, type Fleet, nodeArgv } from './fleet.ts';
import { giveToken } from './join-tokens.ts';
import type { Environment } from './program.ts';
import type { NodeRole, Settings } from './settings.ts';

/** A kind of node as this machine runs it. */
type LocalNode = {
  kind: NodeRole;
  /** On a machine of its own a node is called what its join token says; its folder has this name all the same. */
  name: string;
  /** The agent: what follows the control plane. */
  agent: { name: string; script: string; stopsAfter?: string };
  joinVariable: string;
};

export const edgeNode: LocalNode = {
  kind: 'edge',
  name: 'edge-1',
  agent: { name: 'edge-agent', script: 'nodes/edge/main.ts' },
  joinVariable: 'HEADWATER_JOIN_TOKEN',
};

export const dnsNode: LocalNode = {
  kind: 'dns',
  name: 'dns-1',
  // Every answer is counted, the last ones too.
  agent: { name: 'dns-agent', script: 'nodes/dns/main.ts', stopsAfter: 'dnsdist' },
  joinVariable: 'HEADWATER_DNS_JOIN_TOKEN',
};

export const liveNode: LocalNode = {
  kind: 'live',
  name: 'live-1',
  agent: { name: 'live-agent', script: 'nodes/live/main.ts' },
  joinVariable: 'HEADWATER_LIVE_JOIN_TOKEN',
};

export const storageNode: LocalNode = {
  kind: 'storage',
  name: 'storage-1',
  agent: { name: 'storage-agent', script: 'nodes/storage/main.ts' },
  joinVariable: 'HEADWATER_STORAGE_JOIN_TOKEN',
};

const inOrder = [edgeNode, dnsNode, liveNode, storageNode];

/** A token is good for one node: where a machine is several, the first takes the common one, and the others need one of their own. */
export function readJoinToken({ kind }: LocalNode, { roles, joinToken, ownJoinTokens }: Settings): string | undefined {
  const first = inOrder.find((node) => roles.includes(node.kind));
  return ownJoinTokens[kind] ?? (first?.kind === kind ? joinToken : undefined);
}

export function makeNodeFolder({ dataFolder }: Settings, { name }: LocalNode): string {
  const folder = join(dataFolder, 'nodes', name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * Starts a node's agent once the control plane can be told about it. Known to it from before, the agent need not wait:
 * the node serves what it last knew.
 */
export async function startAgent(
  fleet: Fleet,
  node: LocalNode,
  control: Promise<Control | null>,
  signal: AbortSignal,
  own: Environment,
): Promise<void> {
  const { settings } = fleet;
  const { name, script, stopsAfter } = node.agent;
  const folder = makeNodeFolder(settings, node);
  const isKnown = () => existsSync(join(folder, 'credential.json'));
  if (!isKnown()) await control.catch(() => {});
  if (signal.aborted) return;
  fleet.start({
    name,
    argv: nodeArgv(script),
    ...(stopsAfter && { stopsAfter }),
    cwd: settings.dataFolder,
    deathSignal: 'SIGKILL',
    env: async () => {
      const given = readJoinToken(node, settings);
      const token = given ?? (isKnown() ? undefined : await requestToken(fleet, node, control, signal));
      return {
        ...commonEnvironment(settings),
        HEADWATER_NODE_FOLDER: folder,
        ...own,
        ...(token ? { HEADWATER_JOIN_TOKEN: token } : {}),
      };
    },
  });
}

async function requestToken(
  fleet: Fleet,
  { kind, name, joinVariable }: LocalNode,
  control: Promise<Control | null>,
  signal: AbortSignal,
): Promise<string> {
  const local = await control;
  if (local) return giveToken(fleet, local, kind, name, signal);
  throw new Error(
    `does not know the control plane yet: get a token there with \`npm run headwater -- node add --kind ${kind}\` and set ${joinVariable}`,
  );
}
