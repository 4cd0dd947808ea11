import { reservePort } from '@headwater/engines/lib';
import { StartFailed, startControl } from './control.ts';
import { startDemoSite } from './demo.ts';
import { startDns } from './dns.ts';
import { startEdge } from './edge.ts';
import { Fleet } from './fleet.ts';
import { listPorts } from './listen-ports.ts';
import { startLive } from './live.ts';
import { AlreadyRunning, claimFolder } from './one-per-folder.ts';
import { startPanelDevelopment } from './panel-development.ts';
import { refuseTakenPorts } from './ports.ts';
import { announceReady } from './ready.ts';
import { Registry } from './registry.ts';
import { readSettings, runFolder, SettingsProblem, withRealDataFolder } from './settings.ts';
import { watchStarter } from './starter.ts';
import { startStorage } from './storage.ts';
import { endStrays } from './strays.ts';
import { inWords, say, warn } from './terminal.ts';

const stopping = new AbortController();

async function main(): Promise<number> {
  const settings = withRealDataFolder(readSettings(process.env, process.argv.includes('--dev')));
  const claim = await claimFolder(settings.dataFolder);
  const registry = new Registry(runFolder(settings), settings.dataFolder);
  const leftovers = [...((await registry.clearLeftovers()) ?? []), ...(await endStrays(settings.dataFolder))];
  if (claim.previous) say(tellRecovery(claim.previous.pid, leftovers));
  const fleet = new Fleet(settings, registry);
  stopping.signal.addEventListener('abort', claim.announceStop, { once: true });
  let exitCode = 0;
  try {
    await refuseTakenPorts(settings);
    // What programs of ours choose for themselves is none of these, which are listened on later.
    await Promise.all(listPorts(settings).map(({ port }) => reservePort(port)));
    await run(fleet);
  } catch (error) {
    if (!stopping.signal.aborted) {
      exitCode = 1;
      warn(error instanceof StartFailed || error instanceof SettingsProblem ? error.message : String(inWords(error)));
    }
  }
  await fleet.stop();
  await endStrays(settings.dataFolder);
  registry.close();
  claim.release();
  if (exitCode === 0) say('Headwater has stopped.');
  return exitCode;
}

async function run(fleet: Fleet): Promise<void> {
  const { settings } = fleet;
  const { signal } = stopping;
  if (settings.demo) startDemoSite(fleet);
  const control = settings.roles.includes('control') ? startControl(fleet, signal) : Promise.resolve(null);
  // What fails of a node is told once everything else runs; it never stops the panel.
  const edge = settings.roles.includes('edge') ? startEdge(fleet, control, signal) : [];
  const dns = settings.roles.includes('dns') ? startDns(fleet, control, signal) : [];
  const live = settings.roles.includes('live') ? startLive(fleet, control, signal) : [];
  const storage = settings.roles.includes('storage') ? startStorage(fleet, control, signal) : [];
  const { api } = (await control) ?? {};
  if (settings.development) startPanelDevelopment(fleet);
  const missing = { edge: await edge, dns: await dns, live: await live, storage: await storage };
  await announceReady(fleet, api, missing, signal);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function tellRecovery(previousPid: number, ended: string[]): string {
  const what =
    ended.length === 0 ? 'Nothing of it was left running.' : `Stopped what it had left: ${ended.join(', ')}.`;
  return `The last run (process ${previousPid}) was not stopped in order. ${what}`;
}

let hungUp = false;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    // Without a terminal this is `nohup`, whose wish Node itself has already forgotten.
    hungUp ||= name === 'SIGHUP';
    if (name === 'SIGHUP' && !process.stdout.isTTY) return;
    if (!stopping.signal.aborted) say('Stopping …');
    stopping.abort();
  });
}
watchStarter(() => {
  if (hungUp || stopping.signal.aborted) return;
  say('The npm that started this was killed. Stopping …');
  stopping.abort();
});

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof AlreadyRunning || error instanceof SettingsProblem)) throw error;
  warn(error.message);
  process.exitCode = 1;
}
