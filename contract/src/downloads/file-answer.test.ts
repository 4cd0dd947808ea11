import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attachment, readRange } from './file-answer.ts';

describe('a range', () => {
  test.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=3-5', { start: 3, end: 5 }],
    ['bytes=3-99', { start: 3, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=10-', 'beyond'],
    ['bytes=10-20', 'beyond'],
    ['bytes=-0', 'beyond'],
    // What is no range, or several, is answered as if nothing had been asked (RFC 9110, 14.2).
    ['bytes=5-3', null],
    ['bytes=-', null],
    ['bytes=0-1,3-4', null],
    ['bytes= 0-1', null],
    ['lines=0-1', null],
    ['bytes=0-9999999999999999', null],
    ['', null],
    [undefined, null],
  ])('%s of ten bytes is %j', (header, expected) => {
    expect(readRange(header, 10)).toEqual(expected);
  });

  test('of nothing is beyond it', () => {
    expect(readRange('bytes=0-', 0)).toBe('beyond');
    expect(readRange('bytes=-5', 0)).toBe('beyond');
  });

  test('never reaches beyond the file', () => {
    const header = fc.oneof(
      fc.tuple(fc.nat(), fc.nat()).map(([first, last]) => `bytes=${first}-${last}`),
      fc.nat().map((first) => `bytes=${first}-`),
      fc.nat().map((length) => `bytes=-${length}`),
      fc.string(),
    );
    fc.assert(
      fc.property(header, fc.nat({ max: 1000 }), (asked, size) => {
        const range = readRange(asked, size);
        if (range === null || range === 'beyond') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });
});

describe('the name of a download', () => {
  test('is given as it is and for those who read ASCII only', () => {
    expect(attachment('Übersicht "50%".csv')).toBe(
      `attachment; filename="_bersicht _50__.csv"; filename*=UTF-8''%C3%9Cbersicht%20%2250%25%22.csv`,
    );
  });

  test('cannot break out of its header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(attachment(name)).toMatch(
          /^attachment; filename="[\x20-\x21\x23-\x24\x26-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/,
        );
      }),
    );
  });
});
