import { mkdir } from 'node:fs/promises';
import { version } from '@headwater/contract/lib/messages';
import { nodeRoutes } from '@headwater/contract/nodes/routes';
import { PowerDnsApi, readCounters } from '@headwater/engines/powerdns';
import { obtainCredential } from '../lib/credential.ts';
import type { EngineHealth } from '../lib/engine.ts';
import { FollowingNode } from '../lib/node.ts';
import { UsageOutbox } from '../lib/usage-outbox.ts';
import { askForCode } from './ask.ts';
import { isEvent } from './changes.ts';
import { Coverage } from './coverage.ts';
import { DnsEngine } from './dns-engine.ts';
import { DnsWatch } from './dns-watch.ts';
import { DriftCheck } from './drift-check.ts';
import type { DnsDoors, DnsSettings } from './settings.ts';
import { type DnsPosition, type DnsUsage, DnsUsageCounter } from './usage.ts';
import { ZoneKeeper } from './zone-keeper.ts';

/** Nothing listens there: what is missing is told as something that does not answer. */
const nowhere: DnsDoors = {
  api: { url: 'http://127.0.0.1:9', key: '' },
  collector: { host: '127.0.0.1', port: 0 },
  counters: { url: 'http://127.0.0.1:9', password: '' },
};

/** A name server: PowerDNS and dnsdist beside it answer, this program tells them what and counts what they answered. */
export async function runDns(settings: DnsSettings, signal: AbortSignal): Promise<'stopped' | 'removed'> {
  const { folder, controlUrl, joinToken, address, port } = settings;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const credential = await obtainCredential({ kind: 'dns', folder, controlUrl, joinToken }, signal);

  const doors = settings.doors ?? nowhere;
  const outbox = new UsageOutbox<DnsPosition, DnsUsage>(folder, nodeRoutes.reportDnsUsage);
  const api = new PowerDnsApi(doors.api);
  // A connection of its own: a look must not wait behind the changes.
  const lookout = new PowerDnsApi(doors.api);
  const keeper = new ZoneKeeper(api);
  const coverage = new Coverage();
  const known = Promise.withResolvers<void>();
  const countersOf = () => readCounters(doors.counters);
  const watch = new DnsWatch({
    readUptimeSeconds: () => lookout.readUptimeSeconds(),
    readCounters: countersOf,
    ask: (name) => askForCode(address, port, name),
    coverage,
    signals: () => node.signals,
  });
  const zoneIdOf = (name: string) => keeper.zones.zoneIdOf(name);
  const usage = new DnsUsageCounter(
    { folder, collector: doors.collector, readCounters: countersOf, zoneIdOf, coverage },
    outbox,
  );
  const health = (): EngineHealth => {
    const lost = outbox.lostBatches > 0 ? `${outbox.lostBatches} batches of usage were lost.` : null;
    const warnings = [watch.problem, usage.problem, drift.warning, lost].filter((warning) => warning !== null);
    return { serving: watch.problem === null, warnings, notices: [] };
  };
  const engine = new DnsEngine(keeper, health, known.resolve);
  const drift = new DriftCheck({
    keeper,
    everySeconds: settings.driftCheckSeconds,
    isWhole: () => engine.isWhole && watch.problem === null,
    onRepaired: () => node.signals.healthChanged(),
  });
  const options = { folder, controlUrl, credential, version, isEvent, addresses: settings.addresses };
  const node: FollowingNode = new FollowingNode(options, engine);

  await Promise.all([node.load(), usage.load()]);
  const ending = new AbortController();
  const until = AbortSignal.any([signal, ending.signal]);
  const parts = [
    watch.run(until),
    drift.run(until),
    usage.run(known.promise, until),
    outbox.run(node.controlPlane, until),
  ];
  try {
    return await node.run(until);
  } finally {
    ending.abort();
    await Promise.all(parts);
    api.close();
    lookout.close();
  }
}
