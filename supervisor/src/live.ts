import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { findFfmpeg } from '@headwater/engines/ffmpeg';
import { findNginxRtmp, layRtmp, type RtmpLayout, testRtmp } from '@headwater/engines/nginx-rtmp';
import type { Control } from './control.ts';
import { describeDoor } from './door.ts';
import { commonEnvironment, type Fleet } from './fleet.ts';
import { chooseInnerPorts } from './inner-ports.ts';
import { liveNode, makeNodeFolder, startAgent } from './node-agent.ts';
import { writeSecretFile } from './secret.ts';
import { inWords } from './terminal.ts';

/**
 * The local live server: nginx that takes in RTMP, and beside it the agent that decides who may publish and runs the
 * encoders. Returns what is missing, in words with the remedy: the agent runs without it too.
 */
export async function startLive(
  fleet: Fleet,
  control: Promise<Control | null>,
  signal: AbortSignal,
): Promise<string[]> {
  const { settings } = fleet;
  const nodeFolder = makeNodeFolder(settings, liveNode);
  const ports = await chooseInnerPorts(nodeFolder, ['hook', 'proxied', 'door']);
  // Nobody else on this machine may speak to the agent in nginx' name.
  const hookUrl = `http://127.0.0.1:${ports.hook}/${randomBytes(24).toString('hex')}`;
  const started = await startIngest(fleet, nodeFolder, hookUrl, ports.proxied, signal);
  const layout = typeof started === 'string' ? null : started;
  await startAgent(fleet, liveNode, control, signal, {
    ...describeDoor(settings, settings.doors.live, ports.door),
    ...(layout && { HEADWATER_RTMP_LAYOUT: saveLayout(nodeFolder, hookUrl, layout) }),
  });
  const ffmpeg = findFfmpeg();
  const unseen = ffmpeg.ok ? [] : [`Streams are not served: ${ffmpeg.reason}. Run as root: ${ffmpeg.remedy}`];
  return typeof started === 'string' ? [started, ...unseen] : unseen;
}

/** @returns how nginx is laid out, or what keeps it from running. */
async function startIngest(
  fleet: Fleet,
  nodeFolder: string,
  hookUrl: string,
  proxiedPort: number,
  signal: AbortSignal,
): Promise<RtmpLayout | string> {
  const { settings } = fleet;
  const nginx = findNginxRtmp();
  if (!nginx.ok) return `Streams are not taken in: ${nginx.reason}. Run as root: ${nginx.remedy}`;
  const lay = () =>
    layRtmp({
      folder: join(nodeFolder, 'nginx-rtmp'),
      address: settings.bind,
      port: settings.rtmpPort,
      rtmps: { port: settings.rtmpsPort, proxiedPort, certificate: settings.rtmpsCertificate },
      hookUrl,
      nginx,
    });
  let layout: RtmpLayout;
  try {
    layout = lay();
    await testRtmp(layout);
  } catch (error) {
    return `Streams are not taken in: ${inWords(error)}`;
  }
  if (signal.aborted) return layout;
  fleet.start({
    name: 'nginx-rtmp',
    argv: layout.argv,
    env: () => commonEnvironment(settings),
    cwd: settings.dataFolder,
    // The agent ends its sessions itself, as those of a node that was stopped.
    stopsAfter: liveNode.agent.name,
    // A killed nginx leaves its socket behind, and it would keep the next one from starting.
    before: async () => {
      lay();
      return [];
    },
  });
  return layout;
}

/** How the agent and nginx find each other: in a file, since a secret stands in it. */
function saveLayout(nodeFolder: string, hookUrl: string, { controlSocket, playUrl }: RtmpLayout): string {
  return writeSecretFile(join(nodeFolder, 'ingest.json'), JSON.stringify({ hookUrl, controlSocket, playUrl }));
}
