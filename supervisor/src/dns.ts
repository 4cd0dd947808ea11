import { join } from 'node:path';
import { type DnsLayout, findPowerDns, layDns, testDns } from '@headwater/engines/powerdns';
import type { Control } from './control.ts';
import { commonEnvironment, type Fleet } from './fleet.ts';
import { chooseInnerPorts } from './inner-ports.ts';
import { dnsNode, makeNodeFolder, startAgent } from './node-agent.ts';
import { writeSecretFile } from './secret.ts';
import { reachable } from './settings.ts';
import { inWords } from './terminal.ts';

/**
 * The local name server: PowerDNS, dnsdist before it, and beside them the agent that follows the desired state. Returns
 * what is missing, in words with the remedy: the agent runs without them too, so that the control plane and its panel know.
 */
export async function startDns(fleet: Fleet, control: Promise<Control | null>, signal: AbortSignal): Promise<string[]> {
  const { settings } = fleet;
  const nodeFolder = makeNodeFolder(settings, dnsNode);
  const started = await startNameServer(fleet, nodeFolder, signal);
  const layout = typeof started === 'string' ? null : started;
  await startAgent(fleet, dnsNode, control, signal, {
    HEADWATER_DNS_ADDRESS: `${reachable(settings.bind)}:${settings.dnsPort}`,
    ...(layout && { HEADWATER_DNS_LAYOUT: saveDoors(nodeFolder, layout) }),
  });
  return typeof started === 'string' ? [started] : [];
}

/** @returns how the programs are laid out, or what keeps them from running. */
async function startNameServer(fleet: Fleet, nodeFolder: string, signal: AbortSignal): Promise<DnsLayout | string> {
  const { settings } = fleet;
  const programs = findPowerDns();
  if (!programs.ok) return `Domains are not answered: ${programs.reason}. Run as root: ${programs.remedy}`;
  let layout: DnsLayout;
  try {
    const ports = await chooseInnerPorts(nodeFolder, ['pdns', 'api', 'counters', 'collector']);
    const folder = join(nodeFolder, 'powerdns');
    layout = layDns({
      folder,
      address: settings.bind,
      port: settings.dnsPort,
      ports,
      programs,
      maxQueriesPerSecondPerAddress: settings.dnsQueriesPerSecond,
    });
    await testDns(layout);
  } catch (error) {
    return `Domains are not answered: ${inWords(error)}`;
  }
  if (signal.aborted) return layout;
  for (const [name, { argv }] of [
    ['pdns', layout.pdns],
    ['dnsdist', layout.dnsdist],
  ] as const) {
    fleet.start({
      name,
      argv,
      env: () => commonEnvironment(settings),
      cwd: settings.dataFolder,
      // Every change is on disk before it is acknowledged: there is nothing to finish.
      deathSignal: 'SIGKILL',
    });
  }
  return layout;
}

/** How the agent reaches the programs: in a file, since keys stand in it. */
function saveDoors(nodeFolder: string, { api, collector, counters }: DnsLayout): string {
  return writeSecretFile(join(nodeFolder, 'doors.json'), JSON.stringify({ api, collector, counters }));
}
