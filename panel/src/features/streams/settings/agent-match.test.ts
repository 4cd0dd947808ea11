import { expect, test } from 'vitest';
import { asPart, exactPatterns, matchAgent, takeAsParts } from './agent-match.ts';

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

test('a pattern without a star fits one user agent, and with stars around it every one that it is a part of', () => {
  const agent = 'VLC/3.0.20 LibVLC/3.0.20';
  expect(exactPatterns(['VLC', '*VLC*', 'curl/*', agent])).toEqual(['VLC', agent]);
  for (const pattern of exactPatterns(['VLC', agent])) {
    expect(matchAgent(pattern, [pattern], true)).toBe(pattern);
    expect(matchAgent(`${pattern}x`, [pattern], true)).toBeNull();
    expect(matchAgent(`x${pattern}x`, [asPart(pattern)], true)).toBe(`*${pattern}*`);
  }
});

test('stars are put around the patterns that were asked for, in their places, and nothing is there twice', () => {
  expect(takeAsParts(['VLC', 'TV*', 'curl', '*curl*'], ['VLC', 'curl'])).toEqual(['*VLC*', 'TV*', '*curl*']);
  expect(takeAsParts(['VLC', 'curl'], ['curl'])).toEqual(['VLC', '*curl*']);
});
