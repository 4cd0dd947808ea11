import { expect, test } from 'vitest';
import { understand } from './changes.ts';

const change = (doc: unknown) => understand({ key: 'domain/d1', seq: 1, doc });

test('a document that the control plane could not open is refused in its words', () => {
  const reason = 'The control plane cannot open what it keeps sealed for this.';
  expect(change({ unreadable: reason })).toEqual({ type: 'unknown', key: 'domain/d1', reason });
});

test('one of a form that this node does not know is refused by what is wrong with it', () => {
  expect(change({ id: 'd1', name: 'example.com', rrsets: 'all of them', signing: null })).toMatchObject({
    type: 'unknown',
    reason: expect.stringMatching(/^This name server does not accept rrsets: /),
  });
});
