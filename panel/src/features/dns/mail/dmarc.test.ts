import { expect, test } from 'vitest';
import { buildDmarc, dmarcProblems, explainDmarc, onlyWatching, parseDmarc } from './dmarc.ts';

test('a form becomes one record', () => {
  expect(buildDmarc(onlyWatching)).toBe('v=DMARC1; p=none');
  expect(buildDmarc({ ...onlyWatching, policy: 'reject', reports: 'a@example.com, b@example.com', strict: true })).toBe(
    'v=DMARC1; p=reject; rua=mailto:a@example.com,mailto:b@example.com; adkim=s; aspf=s',
  );
});

test.each([
  'v=DMARC1; p=none',
  'v=DMARC1; p=quarantine; sp=reject; rua=mailto:d@example.com; adkim=s; aspf=s',
  'v=DMARC1; p=reject; pct=50; fo=1',
  'v=DMARC1; p=none; adkim=s',
  'v=DMARC1; p=none; rua=https://example.com/r',
])('saving «%s» that was only looked at loses none of its tags', (text) => {
  expect(buildDmarc(parseDmarc(text)).split('; ').sort()).toEqual(text.split('; ').sort());
});

test('blanks and capitals of others are read', () => {
  expect(parseDmarc('v=DMARC1;p=Reject ; RUA = mailto:x@example.com;')).toMatchObject({
    policy: 'reject',
    reports: 'x@example.com',
  });
});

test('a record is told in plain words', () => {
  expect(explainDmarc('v=DMARC1; p=quarantine; sp=reject')).toEqual([
    'Mail that fails both checks goes to the spam folder.',
    'From names below the domain, it is refused.',
    'Nobody gets reports.',
  ]);
});

test('reports go to e-mail addresses only', () => {
  expect(dmarcProblems({ ...onlyWatching, reports: 'a@example.com, b' })).toEqual({
    reports: 'b is no e-mail address: enter one such as dmarc@example.com',
  });
  expect(dmarcProblems({ ...onlyWatching, reports: '' })).toEqual({});
});
