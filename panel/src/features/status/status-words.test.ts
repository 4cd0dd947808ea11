import { expect, test } from 'vitest';
import { barsWords, dayWords, toneOf, uptimeWords } from './status-words.ts';

test('a share below the whole never reads as 100 %, and none is no figure', () => {
  expect(uptimeWords(1)).toBe('100 %');
  expect(uptimeWords(129_599 / 129_600)).toBe('> 99.9 %');
  expect(uptimeWords(0.5)).toBe('50 %');
  expect(uptimeWords(0)).toBe('0 %');
  expect(uptimeWords(null)).toBe('–');
});

test('a day without a check is told apart from a good one and from a bad one', () => {
  expect(toneOf(null)).toBe('off');
  expect(toneOf(1)).toBe('live');
  expect(toneOf(0.999)).toBe('pending');
  expect(toneOf(0.94)).toBe('failed');
  expect(toneOf(0)).toBe('failed');
  expect(dayWords({ day: '2026-11-21', checks: 0, uptime: null })).toBe('21 Nov 2026: no checks');
  expect(dayWords({ day: '2026-11-21', checks: 1, uptime: 1 })).toBe('21 Nov 2026: 100 % of 1 check');
  expect(dayWords({ day: '2026-11-21', checks: 1440, uptime: 1430 / 1440 })).toBe(
    '21 Nov 2026: 99.3 % of 1,440 checks',
  );
});

test('the bars are summed up in words', () => {
  const part = { name: 'Database', status: 'operational', reason: null } as const;
  const days = [
    { day: '2026-11-19', checks: 0, uptime: null },
    { day: '2026-11-20', checks: 10, uptime: 0.5 },
    { day: '2026-11-21', checks: 10, uptime: 1 },
  ];
  expect(barsWords({ ...part, uptime: 0.75, days })).toBe(
    'Database: 75 % over 3 days. 1 of 2 days with checks were without trouble.',
  );
  expect(barsWords({ ...part, uptime: null, days: days.slice(0, 1) })).toBe('Database: no checks yet');
});
