import { expect, test } from 'vitest';
import { entriesOf, entriesProblem, namedProblem } from './purge-entries.ts';

test('entries are the lines, trimmed, each once', () => {
  expect(entriesOf(' /a.css \r\n\n/img/*\n/a.css\n')).toEqual(['/a.css', '/img/*']);
});

test('nothing, and more than a thousand, cannot be purged', () => {
  expect(entriesProblem([])).toBe('Name at least one file');
  const many = Array.from({ length: 1001 }, (_, index) => `/${index}`);
  expect(entriesProblem(many)).toBe('A purge takes at most 1,000 entries');
  expect(entriesProblem(many.slice(1))).toBeNull();
});

test('a sentence names its entry where there are several', () => {
  expect(namedProblem('files.1', 'belongs to another host', ['/a', 'http://x/'])).toBe(
    'http://x/: belongs to another host',
  );
  expect(namedProblem('files.0', 'no', ['*'])).toBe('no');
});
