import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rrset, RrsetChange } from './index.ts';
import { makePrivateKey, TestDns, zoneOf } from './testing/index.ts';

let dns: TestDns;
beforeAll(async () => {
  dns = await new TestDns().start();
});
afterAll(() => dns.stop());

const labels = ['a', 'b', 'z', '*'];
const parents = labels.filter((label) => label !== '*');
/** Up to three labels deep, so that names come and go between others. */
const names = [
  ...labels,
  ...parents.flatMap((parent) => labels.map((label) => `${label}.${parent}`)),
  ...parents.flatMap((top) => parents.flatMap((middle) => labels.map((label) => `${label}.${middle}.${top}`))),
];
const data = {
  A: '192.0.2.1',
  TXT: '"x"',
  CNAME: 'www.example.net.',
  NS: 'ns1.example.net.',
  DS: `1 13 2 ${'ab'.repeat(32)}`,
};
const choices = [['A'], ['TXT'], ['A', 'TXT'], ['CNAME'], ['NS'], ['NS', 'DS']] as const;

/** The same sequence in each run. */
function makeDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor(state / 65_536) % sides;
  };
}

/** A name's records give way to others, or to none. */
function replaceSome(content: Map<string, Rrset[]>, roll: (sides: number) => number): RrsetChange[] {
  const touched = new Set(Array.from({ length: 1 + roll(5) }, () => names[roll(names.length)]!));
  return [...touched].flatMap((name) => {
    const before = content.get(name) ?? [];
    const types = before.length > 0 && roll(3) > 0 ? [] : choices[roll(name.startsWith('*') ? 4 : 6)]!;
    const after = types.map((type) => ({ name, type, ttl: 300, records: [data[type]] }));
    content.set(name, after);
    const gone = before.filter(({ type }) => !after.some((one) => one.type === type));
    return [...after, ...gone.map((one) => ({ ...one, records: null }))];
  });
}

const inZone = <One extends { name: string }>(zone: string, sets: One[]): One[] =>
  sets.map((set) => ({ ...set, name: `${set.name}.${zone}` }));

/** All that is said of each name, and of names beside and below it: codes, records, proofs. Signatures without their numbers. */
async function readAnswers(zone: string): Promise<string[]> {
  const asked = [...new Set(names.flatMap((name) => [name, name.replace('*', 'k'), `x.${name.replace('*', 'w')}`]))];
  const file = join(dns.folder, 'questions');
  writeFileSync(file, asked.flatMap((name) => [`${name}.${zone} A\n`, `${name}.${zone} DS\n`]).join(''));
  const flags = ['@127.0.0.1', '-p', String(dns.port), '+dnssec', '+norec', '-f', file];
  const { stdout } = await promisify(execFile)('dig', flags, { maxBuffer: 2 ** 28 });
  const answers = stdout.replaceAll(zone, 'zone').split(';; Got answer:').slice(1);
  expect(answers).toHaveLength(asked.length * 2);
  return answers.map((answer) => {
    const records = answer.split('\n').filter((line) => line !== '' && !line.startsWith(';'));
    const plain = records.map((line) => line.replaceAll(/\s+/g, ' ').replace(/(RRSIG \w+ \d+ \d+ \d+) .*/, '$1'));
    return [/status: \w+/.exec(answer)?.[0], ...plain.sort()].join('\n');
  });
}

it.each([
  ['signed', 1],
  ['not signed yet', 2],
])('a zone that was changed again and again while %s proves the same as one made anew', async (state, seed) => {
  const privateKey = makePrivateKey();
  const content = new Map<string, Rrset[]>();
  const roll = makeDice(seed);
  const changed = `changed${seed}.test`;
  const signing = state === 'signed' ? { privateKey } : null;
  await dns.api.createZone({ name: changed, rrsets: zoneOf(changed), signing });
  for (let round = 1; round <= 12; round++) {
    await dns.api.patchZone(changed, inZone(changed, replaceSome(content, roll)));
    if (round % 3 !== 0) continue;
    const anew = `anew${seed}.test`;
    await dns.api.createZone({
      name: anew,
      rrsets: zoneOf(anew, inZone(anew, [...content.values()].flat())),
      signing: { privateKey },
    });
    await dns.api.setKey(changed, privateKey);
    expect(await readAnswers(changed)).toEqual(await readAnswers(anew));
    if (!signing) await dns.api.setKey(changed, null);
    await dns.api.deleteZone(anew);
  }
});
