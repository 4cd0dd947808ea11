import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DnsZone } from '@headwater/contract/nodes/dns-document';
import { dnsZone, rrset } from '@headwater/nodes/dns/testing/dns-zone';
import { RealDns } from '@headwater/nodes/dns/testing/real-dns';
import { FakeControlPlane } from '@headwater/nodes/lib/testing/fake-control-plane';
import { until } from '@headwater/nodes/lib/testing/until';
import { runDnsperf } from './dns-queries/dnsperf.ts';
import { startPlain } from './dns-queries/plain.ts';
import { median, ratioOf, takeTurns } from './lib/rounds.ts';
import type { Section } from './lib/section.ts';

/** Many short rounds: what else the machine does comes and goes within seconds. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 15);
const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const zones = 100;
const namesPerZone = 100;
const changesPerSecond = 20;
const countedPerSecond = 20_000;
const countedSeconds = 10;

const zoneNames = Array.from({ length: zones }, (_, n) => `z${n}.test`);
const hostNames = Array.from({ length: namesPerZone }, (_, n) => `h${n}`);

/** At each serial another one of its records has changed. */
function zoneAt(name: string, serial: number): DnsZone {
  const hosts = hostNames.map((host, n) =>
    rrset(`${host}.${name}`, 'A', `192.0.2.${(Math.floor((serial + n) / namesPerZone) % 250) + 1}`),
  );
  return dnsZone(name, serial, hosts);
}

/** All names in an order that jumps between zones, so that no cache of ours or theirs has an easy time. */
function writeQuestions(file: string): string {
  const names = hostNames.flatMap((host) => zoneNames.map((zone) => `${host}.${zone}`));
  writeFileSync(file, `${names.map((name) => `${name} A`).join('\n')}\n`);
  return file;
}

/** Changes one zone after the other until it is told to stop; answers how many a second it came to. */
function changeZones(control: FakeControlPlane, serials: Map<string, number>) {
  let stopped = false;
  const startedMs = performance.now();
  let changes = 0;
  const ended = (async () => {
    while (!stopped) {
      const name = zoneNames[changes % zones] ?? '';
      changes += 1;
      const serial = (serials.get(name) ?? 1) + 1;
      serials.set(name, serial);
      control.put(`domain/${name}`, zoneAt(name, serial));
      await sleep(Math.max(0, startedMs + (changes * 1000) / changesPerSecond - performance.now()));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await ended;
      return changes / ((performance.now() - startedMs) / 1000);
    },
  };
}

/** What the name server answers while it is told about zones and counts, beside the same two programs set up by hand. */
export async function run(): Promise<Section> {
  const control = await new FakeControlPlane('dns').start();
  const dns = await new RealDns(control).prepare();
  const plain = await startPlain();
  try {
    const file = writeQuestions(join(dns.folder, 'questions'));
    for (const name of zoneNames) {
      control.put(`domain/${name}`, zoneAt(name, 1));
      await plain.api.createZone({ name, rrsets: zoneAt(name, 1).rrsets });
    }
    await dns.startAll();
    await dns.acknowledged(control.seq, 60_000);

    const ask = async (port: number) => (await runDnsperf(port, file, seconds)).perSecond;
    for (const port of [plain.port, dns.port]) await runDnsperf(port, file, 2);
    const beside = await takeTurns({ ours: () => ask(dns.port), plain: () => ask(plain.port) }, rounds);

    const rates: number[] = [];
    const serials = new Map<string, number>();
    const changing = async () => {
      const changes = changeZones(control, serials);
      const perSecond = await ask(dns.port);
      rates.push(await changes.stop());
      await dns.acknowledged(control.seq, 30_000);
      return perSecond;
    };
    const changed = await takeTurns({ rest: () => ask(dns.port), changing }, rounds);

    const counted = () =>
      [...new Map(control.dnsBatches.map((batch) => [batch.batchId, batch.hours])).values()]
        .flat()
        .reduce((sum, { queries }) => sum + queries, 0);
    // What was asked before has to be through.
    for (let before = -1; before !== counted(); await sleep(5000)) before = counted();
    const before = counted();
    const { completed, lost, perSecond } = await runDnsperf(dns.port, file, countedSeconds, countedPerSecond);
    await until(() => counted() - before >= completed, 'everything counted', 30_000).catch(() => undefined);
    await sleep(5000);
    const countedNow = counted() - before;

    return {
      title: 'Name servers: queries',
      rows: [
        rateRow(
          'queries/s through the node, 10,000 names',
          beside.ours,
          beside.plain,
          'dnsdist and PowerDNS set up by hand, their log read and thrown away',
          0.9,
        ),
        rateRow(
          `queries/s while zones change ${median(rates).toFixed(0)} times a second`,
          changed.changing,
          changed.rest,
          'the same at rest',
          0.7,
          `each change empties PowerDNS' caches of its zone, ${namesPerZone} names`,
        ),
        {
          what: `queries counted at ${Math.round(perSecond)}/s`,
          value: String(countedNow),
          against: `responses received by dnsperf: ${completed}`,
          ratio: Number((countedNow / completed).toFixed(4)),
          mark: 'equal',
          met: countedNow === completed,
          ...(lost > 0 && { note: `${lost} questions had no answer` }),
        },
      ],
    };
  } finally {
    await dns.remove();
    await plain.stop();
    await control.stop();
  }
}

function rateRow(
  what: string,
  ours: number[],
  theirs: number[],
  against: string,
  mark: number,
  note?: string,
): Section['rows'][number] {
  const ratio = ratioOf(ours, theirs);
  return {
    what,
    value: `${Math.round(median(ours))}/s`,
    against: `${against}: ${Math.round(median(theirs))}/s`,
    ratio: Number(ratio.toFixed(2)),
    mark: `≥ ${mark}`,
    met: ratio >= mark,
    ...(note && { note }),
  };
}

if (import.meta.main) {
  const { title, rows } = await run();
  console.log(title);
  for (const row of rows) console.log(row);
}
