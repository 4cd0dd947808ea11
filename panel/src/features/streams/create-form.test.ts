import { expect, test } from 'vitest';
import { bodyOf, type CreateValues, createProblems, nothingYet } from './create-form.ts';

const filled = (type: Parameters<typeof nothingYet>[0], change: Partial<CreateValues> = {}) => ({
  ...nothingYet(type),
  name: 'News',
  ...change,
});

test('only what belongs to the type is sent', () => {
  expect(bodyOf('push', filled('push'))).toEqual({ name: 'News' });
  const sources = [{ url: 'rtmp://live.example.com/app/news' }];
  expect(bodyOf('pull', filled('pull', { sources }))).toEqual({ name: 'News', sources });
  expect(bodyOf('abr', filled('abr', { sources }))).toEqual({ name: 'News', input: 'push' });
  expect(bodyOf('timeshift', filled('timeshift', { input: 'pull', sources, delaySeconds: 90 }))).toEqual({
    name: 'News',
    input: 'pull',
    sources,
    delaySeconds: 90,
  });
  expect(bodyOf('dvr', filled('dvr'))).toEqual({
    name: 'News',
    input: 'push',
    settings: { dvr: { enabled: true, retentionDays: 30 } },
  });
});

test('what is wrong with a source stands at that source', () => {
  const sources = [{ url: 'https://example.com/live/index.m3u8' }, { url: 'ftp://example.com/a' }, { url: '' }];
  const problems = createProblems('pull', filled('pull', { sources }));
  expect(Object.keys(problems)).toEqual(['sources.1.url', 'sources.2.url']);
  expect(problems['sources.2.url']).toBe('Enter the address of the source');
});

test('a delay and a retention that are missing or out of range are named at their fields', () => {
  expect(createProblems('timeshift', filled('timeshift', { delaySeconds: '' }))).toEqual({
    delaySeconds: 'Enter a delay',
  });
  expect(createProblems('timeshift', filled('timeshift', { delaySeconds: 86_401 }))).toEqual({
    delaySeconds: 'Enter at most 24 hours',
  });
  const settings = { dvr: { retentionDays: 0 } };
  expect(createProblems('dvr', filled('dvr', { settings }))).toEqual({
    'settings.dvr.retentionDays': 'Enter 1 day or more',
  });
  expect(createProblems('dvr', filled('dvr', { settings: { dvr: { retentionDays: null } } }))).toEqual({});
});
