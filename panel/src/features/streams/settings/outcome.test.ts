import { initialSettings, type StreamSettingName } from '@headwater/contract/streams/settings';
import { expect, test } from 'vitest';
import { outcomeOf } from './outcome.ts';
import { settingNames } from './setting-looks.ts';

test('every setting says in words what it does as streams begin, and shuts nobody out', () => {
  expect(settingNames).toEqual(expect.arrayContaining(Object.keys(initialSettings)));
  for (const name of settingNames) {
    const outcome = outcomeOf(name, initialSettings[name]);
    expect(outcome.words, name).toMatch(/\.$/);
    expect(outcome.shutsOut, name).toBeUndefined();
  }
});

const { geoblock, ipaccess, domainlock, useragent } = initialSettings;

test('countries are named, and those beyond the first few counted', () => {
  const words = (list: string[], policy: 'allow' | 'block', exceptIps: string[] = []) =>
    outcomeOf('geoblock', { enabled: true, policy, list, exceptIps }).words;
  expect(words(['DE', 'FR'], 'allow')).toBe('Only visitors from Germany and France can watch.');
  expect(words(['DE'], 'block', ['::1'])).toBe(
    'Visitors from everywhere except Germany can watch. So can 1 address that you excepted.',
  );
  expect(words(['DE', 'FR', 'AT', 'CH', 'IT'], 'allow')).toBe(
    'Only visitors from Germany, France, Austria and 2 others can watch.',
  );
});

test.each<[StreamSettingName, object]>([
  ['geoblock', { ...geoblock, enabled: true, policy: 'allow', list: [] }],
  ['ipaccess', { ...ipaccess, enabled: true, policy: 'allow', list: [] }],
  ['domainlock', { ...domainlock, enabled: true, policy: 'allow', list: [] }],
  ['useragent', { ...useragent, enabled: true, policy: 'allow', list: [] }],
])('%s that lets nobody in says so', (name, value) => {
  expect(outcomeOf(name, value as never)).toMatchObject({ shutsOut: true });
});

test('an empty list of what is blocked lets everybody in', () => {
  expect(outcomeOf('ipaccess', { ...ipaccess, enabled: true, policy: 'block' })).toEqual({
    words: 'Every address can watch.',
  });
});

test('profiles and the filter are called by their names', () => {
  const names: Record<string, string> = { a: '720p', b: '480p', f: 'Our logo' };
  const value = { enabled: true, profileIds: ['a', 'b'], filterId: 'f' };
  expect(outcomeOf('transcode', value, (id) => names[id] ?? id).words).toBe(
    'Viewers get 720p and 480p, with the filter Our logo.',
  );
});
