import { defaultProfiles, type Profile } from '@headwater/contract/transcoding/profile';
import { expect, test } from 'vitest';
import { ladderWarnings, profileWarnings } from './profile-warnings.ts';
import { inLadder } from './profile-words.ts';

const [best] = defaultProfiles as [Profile];
const rung = (change: Partial<Profile>): Profile => ({ ...best, ...change });

test('nothing speaks against the profiles that a service begins with', () => {
  for (const profile of defaultProfiles) expect(profileWarnings(profile)).toEqual([]);
  expect(ladderWarnings(defaultProfiles, { width: 1280, height: 720 })).toEqual([]);
});

test.each([
  ['its size', rung({ level: '3.0' }), 'Level 3.0 is too low for 1280 × 720:'],
  ['its frames', rung({ level: '3.1', fps: 60 }), 'Level 3.1 is too low for 1280 × 720 at 60 frames a second:'],
  ['its bitrate', rung({ level: '3.1', rate: { mode: 'bitrate', kbps: 15_000 } }), 'Level 3.1 allows 14,000 kbit/s'],
])('a level that is too low for %s is told', (_what, profile, words) => {
  expect(profileWarnings(profile)).toEqual([expect.stringContaining(words)]);
});

test('the high profile has room for a quarter more', () => {
  expect(profileWarnings(rung({ level: '3.1', profile: 'high', rate: { mode: 'bitrate', kbps: 15_000 } }))).toEqual([]);
});

test('a bitrate that cannot carry the picture is told, whichever way it is kept', () => {
  expect(profileWarnings(rung({ size: '1080p', rate: { mode: 'bitrate', kbps: 800 } }))).toHaveLength(1);
  expect(profileWarnings(rung({ size: '1080p', rate: { mode: 'crf', crf: 23, maxKbps: 800 } }))).toHaveLength(1);
});

test('rungs of one stream with different key frame intervals are told, by name', () => {
  const ladder = [best, rung({ name: 'Small', size: '360p', gopSeconds: 4, rate: { mode: 'bitrate', kbps: 700 } })];
  expect(ladderWarnings(ladder)).toEqual([expect.stringContaining('2 s in 720p; 4 s in Small')]);
});

test('a rung that gains nothing is told', () => {
  const twin = rung({ name: 'Twin', rate: { mode: 'bitrate', kbps: 2400 } });
  expect(ladderWarnings([best, twin])).toEqual(['Twin and 720p hardly differ: players gain nothing from both.']);
  const greedy = rung({ name: 'Greedy', size: '480p', rate: { mode: 'bitrate', kbps: 2600 } });
  expect(ladderWarnings([best, greedy])).toEqual(['Greedy takes as much as 720p for a smaller picture.']);
});

test('rungs larger than what comes in are told', () => {
  expect(ladderWarnings(defaultProfiles, { width: 640, height: 360 })).toEqual([
    'What comes in is 640 × 360, and is never enlarged: 720p, 480p will be no larger than that.',
  ]);
});

test('a ladder stands with its best rung first', () => {
  const kept = [...defaultProfiles].reverse().map((value) => ({ value }));
  const source = { value: rung({ name: 'Source', size: 'source' }) };
  const names = inLadder([...kept, source]).map(({ value }) => value.name);
  expect(names).toEqual(['Source', '720p', '480p', '360p']);
});
