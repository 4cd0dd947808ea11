import { existsSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type EdgeLayout, findNginx, layEdge, testEdge } from '@headwater/engines/nginx';
import type { Control } from './control.ts';
import { findCountryDatabase } from './country-database.ts';
import { commonEnvironment, type Fleet, nodeArgv } from './fleet.ts';
import { runOnce } from './once.ts';
import { reachable } from './settings.ts';
import { inWords } from './terminal.ts';

/** On a machine of its own an edge is called what its join token says; its folder has this name all the same. */
const nodeName = 'edge-1';

/**
 * The local edge: nginx, and beside it the agent that follows the desired state. Returns what is missing, in words
 * with the remedy: the agent runs without nginx too, so that the control plane and its panel know.
 */
export async function startEdge(
  fleet: Fleet,
  control: Promise<Control | null>,
  signal: AbortSignal,
): Promise<string[]> {
  const nodeFolder = join(fleet.settings.dataFolder, 'nodes', nodeName);
  mkdirSync(nodeFolder, { recursive: true, mode: 0o700 });
  const started = await startNginx(fleet, nodeFolder, signal);
  // Known to the control plane from before, the agent need not wait for it: it serves what it last knew.
  if (!hasCredential(nodeFolder)) await control.catch(() => {});
  if (signal.aborted) return [];
  const layout = typeof started === 'string' ? null : started;
  startAgent(fleet, nodeFolder, layout, control, signal);
  return typeof started === 'string' ? [started] : [];
}

/** @returns how nginx is laid out, or what keeps it from running. */
async function startNginx(fleet: Fleet, nodeFolder: string, signal: AbortSignal): Promise<EdgeLayout | string> {
  const { settings } = fleet;
  const nginx = findNginx();
  if (!nginx.ok) return `Zones are not served: ${nginx.reason}. Run as root: ${nginx.remedy}`;
  const lay = () =>
    layEdge({
      folder: join(nodeFolder, 'nginx'),
      address: settings.bind,
      port: settings.edgePort,
      nginx,
      geoDatabase: findCountryDatabase(),
    });
  let layout: EdgeLayout;
  try {
    layout = lay();
    await testEdge(layout);
  } catch (error) {
    return `Zones are not served: nginx does not accept its configuration. ${inWords(error)}`;
  }
  if (signal.aborted) return layout;
  fleet.start({
    name: 'nginx',
    argv: layout.argv,
    env: () => commonEnvironment(settings),
    cwd: settings.dataFolder,
    stopSignal: 'SIGQUIT',
    // Downloads may go on that long.
    stopWithinSeconds: 3,
    deathSignal: 'SIGTERM',
    // A killed nginx leaves its sockets behind, and they would keep the next one from starting.
    before: async () => {
      lay();
      return [];
    },
    isReady: () => answers(reachable(settings.bind), settings.edgePort),
  });
  return layout;
}

function startAgent(
  fleet: Fleet,
  nodeFolder: string,
  layout: EdgeLayout | null,
  control: Promise<Control | null>,
  signal: AbortSignal,
): void {
  const { settings } = fleet;
  const requested = () => (hasCredential(nodeFolder) ? undefined : requestToken(fleet, control, signal));
  fleet.start({
    name: 'edge-agent',
    argv: nodeArgv('nodes/edge/main.ts'),
    cwd: settings.dataFolder,
    deathSignal: 'SIGKILL',
    env: async () => {
      const token = settings.joinToken ?? (await requested());
      return {
        ...commonEnvironment(settings),
        HEADWATER_NODE_FOLDER: nodeFolder,
        ...(layout && {
          HEADWATER_EDGE_SOCKET: layout.controlSocket,
          HEADWATER_EDGE_ACCESS_LOG: layout.accessLog,
          HEADWATER_EDGE_PID_FILE: layout.pidFile,
          HEADWATER_EDGE_CACHE_FOLDER: layout.cacheFolder,
        }),
        ...(token ? { HEADWATER_JOIN_TOKEN: token } : {}),
      };
    },
  });
}

const hasCredential = (nodeFolder: string) => existsSync(join(nodeFolder, 'credential.json'));

/** Where the control plane runs in this same installation, nobody needs to fetch a token by hand. */
async function requestToken(fleet: Fleet, control: Promise<Control | null>, signal: AbortSignal): Promise<string> {
  const local = await control;
  if (!local) {
    throw new Error(
      'does not know the control plane yet: get a token there with `npm run headwater -- node add` and set HEADWATER_JOIN_TOKEN',
    );
  }
  const words = ['node', 'add', '--kind', 'edge', '--name', nodeName, '--replace', '--json'];
  const argv = nodeArgv('server/src/cli.ts', ...words);
  const logPath = join(fleet.logFolder, 'join.log');
  const outcome = await runOnce(argv, { env: local.env, cwd: fleet.settings.dataFolder, logPath, signal, quiet: true });
  const token = outcome.ok ? (JSON.parse(outcome.stdout) as { token?: string }).token : undefined;
  if (!token) throw new Error(`could not be given a join token: ${outcome.stderr.trim() || outcome.stdout.trim()}`);
  return token;
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
