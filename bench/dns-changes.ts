import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PowerDnsApi } from '@headwater/engines/powerdns';
import { openQuestions } from './dns-changes/ask.ts';
import { Api } from './lib/api.ts';
import { dropDataFolder, makeDataFolder, startHeadwater } from './lib/headwater.ts';
import { median, percentile } from './lib/rounds.ts';
import type { Section } from './lib/section.ts';

const rounds = 100;
const changesBeside = 1000;
const importedRecords = 10_000;
const importRounds = 5;

/** How long a change takes until the name server answers it, beside a PATCH straight to PowerDNS in the same node. */
export async function run(): Promise<Section> {
  const dataFolder = await makeDataFolder();
  const headwater = await startHeadwater(dataFolder, { HEADWATER_RATE_LIMIT: '1000000' });
  const questions = await openQuestions(headwater.dnsPort);
  const doors = JSON.parse(readFileSync(join(dataFolder, 'nodes/dns-1/doors.json'), 'utf8')) as {
    api: { url: string; key: string };
  };
  const direct = new PowerDnsApi(doors.api);
  try {
    const api = new Api(headwater.url);
    await api.signIn('demo@headwater.test', 'headwater-demo');
    const { services } = await api.ask<{ services: { id: number; domainstatus: string }[] }>('GET', '/services');
    const list = `/services/${services.find((one) => one.domainstatus === 'Active')!.id}/dns/domains`;
    const addDomain = async (domain: string) =>
      `${list}/${(await api.ask<{ domain: { id: string } }>('POST', list, { domain })).domain.id}`;

    const path = await addDomain('ours.test');
    const { record } = await api.ask<{ record: { id: string } }>('POST', `${path}/records`, {
      host: 'www',
      type: 'A',
      record: '192.0.2.250',
      ttl: 60,
    });
    await direct.createZone({ name: 'direct.test', rrsets: rrsetsOf('direct.test', '192.0.2.250') });
    await Promise.all(['ours', 'direct'].map((zone) => questions.until(`www.${zone}.test`, '192.0.2.250')));
    const changeOurs = async (address: string) => {
      await api.ask('PATCH', `${path}/records/${record.id}`, { record: address });
      await questions.until('www.ours.test', address);
    };
    const changeDirect = async (address: string) => {
      await direct.patchZone('direct.test', [{ name: 'www.direct.test', type: 'A', ttl: 60, records: [address] }]);
      await direct.flush('direct.test');
      await questions.until('www.direct.test', address);
    };
    const measure = async () => {
      const times = { ours: [] as number[], direct: [] as number[] };
      for (let round = 0; round < rounds; round++) {
        const address = `192.0.2.${(round % 200) + 1}`;
        times.ours.push(await timed(() => changeOurs(address)));
        times.direct.push(await timed(() => changeDirect(address)));
      }
      return times;
    };
    const idle = await measure();
    const other = await addDomain('busy.test');
    const [busy] = await Promise.all([measure(), changeOften(api, other)]);

    const imports = { ours: [] as number[], direct: [] as number[] };
    for (let round = 0; round < importRounds; round++) {
      const names = { ours: `import-${round}.test`, direct: `direct-${round}.test` };
      const target = await addDomain(names.ours);
      const zone = zoneFile(names.ours, `192.0.2.${round + 1}`);
      imports.ours.push(
        await timed(async () => {
          await api.ask('POST', `${target}/import`, { zone });
          await questions.until(`h${importedRecords - 1}.${names.ours}`, `192.0.2.${round + 1}`);
        }),
      );
      const text = `${apex(names.direct)}${zoneFile(names.direct, `192.0.2.${round + 1}`)}`;
      imports.direct.push(
        await timed(async () => {
          await importDirectly(doors.api, names.direct, text);
          await questions.until(`h${importedRecords - 1}.${names.direct}`, `192.0.2.${round + 1}`);
        }),
      );
    }

    const importRatio = median(imports.ours.map((value, round) => value / imports.direct[round]!));
    return {
      title: 'From asking for a change of DNS to the right answer',
      rows: [
        changeRow('Record change → answered, idle', idle, 250),
        changeRow(`Record change → answered, during ${changesBeside} changes of another domain`, busy),
        {
          what: `Import of ${importedRecords} records → answered`,
          value: `${median(imports.ours).toFixed(0)} ms`,
          against: `PowerDNS' own import of the same zone: ${median(imports.direct).toFixed(0)} ms`,
          ratio: importRatio,
          mark: '≤ 5',
          met: importRatio <= 5,
          note: 'two thirds of ours go by before the answer: each record judged, saved in PostgreSQL and logged, which PowerDNS does not do',
        },
      ],
    };
  } finally {
    questions.close();
    direct.close();
    await headwater.stop();
    await dropDataFolder(dataFolder);
  }
}

async function changeOften(api: Api, domain: string): Promise<void> {
  for (let change = 0; change < changesBeside; change++) {
    await api.ask('POST', `${domain}/records`, { host: `h${change}`, type: 'A', record: '192.0.2.7' });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function changeRow(
  what: string,
  times: { ours: number[]; direct: number[] },
  markMs?: number,
): Section['rows'][number] {
  const [p50, p95] = [percentile(times.ours, 0.5), percentile(times.ours, 0.95)];
  const against = `a PATCH to PowerDNS: p50 ${percentile(times.direct, 0.5).toFixed(1)} ms, p95 ${percentile(times.direct, 0.95).toFixed(1)} ms`;
  return {
    what,
    value: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    against,
    ratio: p50 / percentile(times.direct, 0.5),
    mark: markMs === undefined ? 'recorded' : `p95 ≤ ${markMs} ms`,
    ...(markMs !== undefined && { met: p95 <= markMs }),
    note: 'ratio of the p50',
  };
}

const apex = (name: string) =>
  `$ORIGIN ${name}.\n@ 300 IN SOA ns1.headwater.test. hostmaster.${name}. 1 10800 3600 604800 3600\n@ 300 IN NS ns1.headwater.test.\n`;

const zoneFile = (name: string, address: string) =>
  `$ORIGIN ${name}.\n$TTL 300\n${Array.from({ length: importedRecords }, (_, n) => `h${n} IN A ${address}\n`).join('')}`;

const rrsetsOf = (name: string, address: string) => [
  { name, type: 'SOA', ttl: 300, records: [`ns1.headwater.test. hostmaster.${name}. 1 10800 3600 604800 3600`] },
  { name, type: 'NS', ttl: 300, records: ['ns1.headwater.test.'] },
  { name: `www.${name}`, type: 'A', ttl: 60, records: [address] },
];

/** As PowerDNS takes a whole zone file over its API. */
async function importDirectly({ url, key }: { url: string; key: string }, name: string, zone: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/servers/localhost/zones`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `${name}.`, kind: 'Native', nameservers: [], zone }),
  });
  if (!answer.ok) throw new Error(`PowerDNS did not take the zone: ${answer.status} ${await answer.text()}`);
}
