import { beforeEach, expect, test, vi } from 'vitest';
import { addRecent, type Recent, readRecents } from './recents.ts';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});
beforeEach(() => stored.clear());

const zone = (n: number): Recent => ({ id: `z${n}`, category: 'Pull Zones', name: `Zone ${n}`, link: `/1/zones/${n}` });

test('the latest five stand there, each once, the latest first', () => {
  for (const n of [1, 2, 3, 4, 5, 6, 3]) addRecent('ada@example.test', zone(n));
  expect(readRecents('ada@example.test').map(({ id }) => id)).toEqual(['z3', 'z6', 'z5', 'z4', 'z2']);
});

test('each person has their own', () => {
  addRecent('ada@example.test', zone(1));
  addRecent('bob@example.test', zone(2));
  expect(readRecents('ada@example.test')).toEqual([zone(1)]);
  expect(readRecents('bob@example.test')).toEqual([zone(2)]);
});

test.each([
  'no JSON',
  'null',
  '[]',
  '{"ada@example.test":{}}',
  '{"ada@example.test":[null,1,{"id":"a"}]}',
  '{"ada@example.test":[{"id":"a","category":"b","name":"c","link":"javascript:alert(1)"}]}',
  '{"ada@example.test":[{"id":"a","category":"b","name":"c","link":"//evil.example"}]}',
])('what is no list of places in the panel is none: %s', (text) => {
  stored.set('headwater-recent-searches', text);
  expect(readRecents('ada@example.test')).toEqual([]);
});
