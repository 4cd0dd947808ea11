import { connect } from 'node:net';
import { join } from 'node:path';
import { type EdgeLayout, findNginx, layEdge, testEdge } from '@headwater/engines/nginx';
import type { Control } from './control.ts';
import { findCountryDatabase } from './country-database.ts';
import { commonEnvironment, type Fleet } from './fleet.ts';
import { edgeNode, makeNodeFolder, startAgent } from './node-agent.ts';
import { reachable } from './settings.ts';
import { inWords } from './terminal.ts';

/**
 * The local edge: nginx, and beside it the agent that follows the desired state. Returns what is missing, in words
 * with the remedy: the agent runs without nginx too, so that the control plane and its panel know.
 */
export async function startEdge(
  fleet: Fleet,
  control: Promise<Control | null>,
  signal: AbortSignal,
): Promise<string[]> {
  const started = await startNginx(fleet, makeNodeFolder(fleet.settings, edgeNode), signal);
  const layout = typeof started === 'string' ? null : started;
  await startAgent(fleet, edgeNode, control, signal, {
    ...(layout && {
      HEADWATER_EDGE_SOCKET: layout.controlSocket,
      HEADWATER_EDGE_ACCESS_LOG: layout.accessLog,
      HEADWATER_EDGE_PID_FILE: layout.pidFile,
      HEADWATER_EDGE_CACHE_FOLDER: layout.cacheFolder,
    }),
  });
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
