import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@headwater/engines/lib/testing';
import { findNginx } from '@headwater/engines/nginx';
import { startOrigin, TestEdge, type TestOrigin, zoneOf } from '@headwater/engines/nginx/testing';
import { demandWrk, type Load, type Measured, measure } from './lib/edge-load.ts';
import { writePlainConfig } from './lib/edge-plain.ts';
import { median } from './lib/rounds.ts';
import type { Section } from './lib/section.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const zones = 5000;
/** Hosts the load goes round with 5,000 zones: enough that no one of them is special. */
const hostsUnderLoad = 500;
/** One worker each: CPU per request does not depend on it, and the load generator has a core of its own. */
const workers = 1;

const geoDatabase = fileURLToPath(
  import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
);

type Plain = { load: Omit<Load, 'path'>; stop(): Promise<void> };

async function startPlain(origin: TestOrigin): Promise<Plain> {
  const nginx = findNginx();
  if (!nginx.ok) throw new Error(`${nginx.reason}: ${nginx.remedy}`);
  const folder = mkdtempSync(join(tmpdir(), 'plain-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const user = process.getuid?.() === 0 ? 'www-data' : undefined;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, writePlainConfig({ folder, port, origin: origin.address, user, workers }));
  const child: ChildProcess = spawn(nginx.binary, ['-p', folder, '-e', join(folder, 'error.log'), '-c', file], {
    stdio: 'ignore',
  });
  await sleep(300);
  return {
    load: { port, master: child.pid!, host: 'plain.test' },
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A wrk script that goes round these hosts and paths, with the requests made beforehand. */
function writeRoundRobin(file: string, targets: { host: string; path: string }[]): string {
  const list = targets.map(({ host, path }) => `  { '${host}', '${path}' },`).join('\n');
  writeFileSync(
    file,
    `local targets, requests, at = {\n${list}\n}, {}, 0
function init()
  for i, target in ipairs(targets) do requests[i] = wrk.format('GET', target[2], { Host = target[1] }) end
end
function request()
  at = at % #targets + 1
  return requests[at]
end
`,
  );
  return file;
}

type Compared = { ours: Measured; plain: Measured; cpuRatio: number; speedRatio: number };

/** Ours and the plain block by turns, so that what else the machine does falls on both; medians over the rounds. */
async function compare(ours: Load, plain: Load): Promise<Compared> {
  const results: { ours: Measured; plain: Measured }[] = [];
  for (const load of [plain, ours]) await measure(load, 1);
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0;
    const a = await measure(first ? ours : plain, seconds);
    const b = await measure(first ? plain : ours, seconds);
    results.push(first ? { ours: a, plain: b } : { ours: b, plain: a });
    if (a.failed + b.failed > 0) throw new Error('requests failed under load');
  }
  const mid = (pick: (one: { ours: Measured; plain: Measured }) => number) => median(results.map(pick));
  const of = (who: 'ours' | 'plain'): Measured => ({
    requestsPerSecond: mid((one) => one[who].requestsPerSecond),
    cpuMicroseconds: mid((one) => one[who].cpuMicroseconds),
    failed: 0,
  });
  return {
    ours: of('ours'),
    plain: of('plain'),
    cpuRatio: mid((one) => one.ours.cpuMicroseconds / one.plain.cpuMicroseconds),
    speedRatio: mid((one) => one.ours.requestsPerSecond / one.plain.requestsPerSecond),
  };
}

function cpuRow(what: string, { ours, plain, cpuRatio }: Compared): Section['rows'][number] {
  return {
    what,
    value: `${ours.cpuMicroseconds.toFixed(1)} µs`,
    against: `hand-written nginx server block: ${plain.cpuMicroseconds.toFixed(1)} µs`,
    ratio: Number(cpuRatio.toFixed(2)),
    mark: '≤ 1.6',
    met: cpuRatio <= 1.6,
    note: 'CPU of the workers; the block is tuned like the edge and writes the same JSON access log, without zone and country',
  };
}

function speedRow(what: string, { ours, plain, speedRatio }: Compared, mark: number): Section['rows'][number] {
  return {
    what,
    value: `${Math.round(ours.requestsPerSecond)}/s`,
    against: `hand-written nginx server block: ${Math.round(plain.requestsPerSecond)}/s`,
    ratio: Number(speedRatio.toFixed(2)),
    mark: `≥ ${mark}`,
    met: speedRatio >= mark,
  };
}

export async function run(): Promise<Section> {
  demandWrk();
  const bodies = new Map([10_240, 1_048_576].map((size) => [`/${size}`, Buffer.alloc(size, 'x')]));
  const origin = await startOrigin((asked, reply) => {
    const body = bodies.get(asked.url?.split('?')[0] ?? '') ?? Buffer.alloc(0);
    reply.writeHead(200, {
      'cache-control': 'public, max-age=86400',
      'content-type': 'image/png',
      etag: '"bench"',
      'content-length': String(body.length),
    });
    reply.end(body);
  });
  const edge = new TestEdge({ workers, geoDatabase });
  const plain = await startPlain(origin);
  try {
    const own = zoneOf('one', origin, { cache: { staleIfErrorSeconds: 86_400 } });
    await edge.startOpen([own]);
    const ours = { port: edge.port, master: edge.pid, host: own.hosts[0]! };
    const with1 = await compare({ ...ours, path: '/10240' }, { ...plain.load, path: '/10240' });
    const large = await compare({ ...ours, path: '/1048576' }, { ...plain.load, path: '/1048576' });
    const many = Array.from({ length: zones }, (_, i) =>
      zoneOf(`m${i}`, origin, { cache: { staleIfErrorSeconds: 86_400 } }),
    );
    await edge.control.replaceZones(many);
    for (let i = 0; i < hostsUnderLoad; i++) await edge.ask(`m${i}.test`, '/10240');
    // The block gets as many objects as we do, so that the processor's caches help both alike.
    const numbers = Array.from({ length: hostsUnderLoad }, (_, i) => i);
    const script = writeRoundRobin(
      join(edge.folder, 'ours.lua'),
      numbers.map((i) => ({ host: `m${i}.test`, path: '/10240' })),
    );
    const plainScript = writeRoundRobin(
      join(edge.folder, 'plain.lua'),
      numbers.map((i) => ({ host: 'plain.test', path: `/10240?${i}` })),
    );
    const with5000 = await compare(
      { ...ours, script, path: '/10240' },
      { ...plain.load, script: plainScript, path: '/10240' },
    );
    return {
      title: 'Edge: answers from the cache',
      rows: [
        cpuRow('CPU per cached 10 KB request, 1 zone', with1),
        cpuRow(`CPU per cached 10 KB request, 5,000 zones (load on ${hostsUnderLoad})`, with5000),
        speedRow('requests/s, cached 10 KB, one worker', with1, 0.7),
        speedRow('requests/s, cached 1 MB, one worker', large, 0.9),
      ],
    };
  } finally {
    await edge.stop();
    await plain.stop();
    await origin.close();
  }
}

if (import.meta.main) {
  const section = await run();
  console.log(section.title);
  for (const row of section.rows)
    console.log(
      `${row.what}: ${row.value} | ${row.against} | ${row.ratio} (${row.mark}) ${row.met ? 'met' : 'NOT met'}`,
    );
}
