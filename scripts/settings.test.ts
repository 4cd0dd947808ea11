import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const namesIn = (text: string) => [...new Set(text.match(/\b(HEADWATER(_[A-Z]+)+|DATABASE(_[A-Z]+)*_URL)\b/g))].sort();

/** The part of the operator's manual that lists the settings. */
const [, manual = ''] = read('docs/operating.md').split('\n## ');

test.each(
  ['settings', 'dns-settings', 'web-links']
    .map((name) => `server/src/lib/${name}.ts`)
    .concat('supervisor/src/settings.ts'),
)('every setting that %s reads is explained to operators', (path) => {
  const names = namesIn(read(path));
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect(manual).toContain(`\`${name}\``);
});
