import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Section } from './lib/section.ts';

// `npm run bench [NAME …]`: measures, prints and writes RESULTS.md. With names, only those are measured, and written anew.

const modules = [
  'edge-cache',
  'zone-list',
  'event-streams',
  'propagation',
  'dns-changes',
  'dns-queries',
  'records-table',
  'pages',
  'at-rest',
  'live-start',
  'live-recovery',
  'live-cpu',
  'live-manifests',
  'live-dvr',
  'live-copies',
];
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !modules.includes(name));
if (unknown) {
  console.error(`There is no bench “${unknown}”. There are: ${modules.join(', ')}`);
  process.exit(2);
}

const results = join(import.meta.dirname, 'RESULTS.md');
const today = new Date().toISOString().slice(0, 10);
const texts: string[] = [];
for (const name of asked.length > 0 ? asked : modules) {
  console.log(`${name} …`);
  const { run } = (await import(`./${name}.ts`)) as { run: () => Promise<Section> };
  const text = format(await run());
  console.log(text);
  texts.push(text);
  // What was measured stays, whatever becomes of the next.
  if (asked.length > 0) await replaceSection(text, name);
}
if (asked.length === 0) {
  const head = [
    '# Results',
    '',
    `\`npm run bench\` on ${today}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}).`,
    'Ratios compare what ran side by side in this run; absolute figures mean little on another machine or another day.',
  ];
  await writeFile(results, `${[...head, '', ...texts].join('\n')}`);
}

async function replaceSection(text: string, name: string): Promise<void> {
  const sections = new Map((await readFile(results, 'utf8')).split(/^(?=## )/m).map((part) => [titleOf(part), part]));
  const words = `Measured on ${today} by \`npm run bench -- ${name}\`.`;
  sections.set(titleOf(text), `${text.replace('\n\n', `\n\n${words}\n\n`)}\n`);
  await writeFile(results, `${[...sections.values()].map((part) => part.trimEnd()).join('\n\n')}\n`);
}

function titleOf(part: string): string {
  return part.split('\n', 1)[0]!;
}

function format({ title, rows }: Section): string {
  const lines = rows.map(({ what, value, against, ratio, mark, met, note }) => {
    const verdict = met === undefined ? '' : met ? 'met' : 'missed';
    return `| ${what} | ${value} | ${against} | ${ratio?.toFixed(2) ?? ''} | ${mark ?? ''} | ${[verdict, note].filter(Boolean).join('; ')} |`;
  });
  return [
    `## ${title}`,
    '',
    '| what | measured | against | ratio | mark | |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
