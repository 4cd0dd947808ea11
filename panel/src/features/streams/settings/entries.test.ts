import { AgentPattern, HostPattern, Network } from '@headwater/contract/access/schema';
import { expect, test } from 'vitest';
import { addEntries, entryProblems } from './entries.ts';

test('entries may be pasted in lines or with commas, and each is taken once', () => {
  const pasted = 'WWW.Example.com, *.example.org;example.net\n\nwww.example.com ';
  expect(addEntries(['example.net'], pasted, HostPattern, 'any')).toEqual([
    'example.net',
    'www.example.com',
    '*.example.org',
  ]);
});

test('a user agent keeps its spaces and commas', () => {
  expect(addEntries([], '*VLC, the player*\r\n curl/* ', AgentPattern, 'line')).toEqual([
    '*VLC, the player*',
    'curl/*',
  ]);
});

test('each entry that is not accepted is kept, and named with what would be', () => {
  const list = addEntries([], '203.0.113.7 10.0.0.300 2001:DB8::/32 nowhere', Network, 'any');
  expect(list).toEqual(['203.0.113.7', '10.0.0.300', '2001:db8::/32', 'nowhere']);
  const problems = entryProblems(list, Network);
  expect(problems.map(({ entry }) => entry)).toEqual(['10.0.0.300', 'nowhere']);
  expect(problems[0]?.words).toBe(
    '10.0.0.300: Enter an address such as 203.0.113.7 or a network such as 203.0.113.0/24',
  );
});
