import { expect, test } from 'vitest';
import { matchAgent } from './agent-match.ts';

test.each([
  ['VLC/3.0.20 LibVLC/3.0.20', '*vlc*', true],
  ['VLC/3.0.20 LibVLC/3.0.20', 'VLC', false],
  ['VLC/3.0.20', 'VLC/*', true],
  ['abc', 'a*b*c', true],
  ['ab', 'ab*b', false],
  ['aXbXb', 'a*b', true],
  ['anything', '*', true],
  ['', '*', true],
  ['', 'x', false],
  ['a.c', 'a?c', false],
])('%s against %s: %s', (agent, pattern, fits) => {
  expect(matchAgent(agent, [pattern], false)).toBe(fits ? pattern : null);
});

test('case counts only where it was asked for', () => {
  expect(matchAgent('curl/8', ['CURL*'], false)).toBe('CURL*');
  expect(matchAgent('curl/8', ['CURL*'], true)).toBeNull();
});

test('a pattern of many stars is answered at once', () => {
  expect(matchAgent('a'.repeat(5000), [`${'*a'.repeat(90)}*b`], true)).toBeNull();
});
