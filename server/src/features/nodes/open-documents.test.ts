import { expect, test } from 'vitest';
import type { Followed } from '../../lib/feature.ts';
import type { Settings } from '../../lib/settings.ts';
import { openDocuments } from './open-documents.ts';

const settings = { secret: 'of the installation' } as Settings;
const followed: Followed[] = [
  { kind: 'edge', prefix: 'zone/' },
  {
    kind: 'dns',
    prefix: 'zone/',
    open: (doc, { secret }) => {
      const { sealed } = doc as { sealed: string };
      if (sealed === 'broken') throw new Error('This cannot be unsealed.');
      return { opened: `${sealed} with the secret ${secret}` };
    },
  },
];
const told: [string, unknown][] = [];
const open = openDocuments(followed, settings, (key, cause) => told.push([key, cause]));

test('what a feature sealed for one kind of node is opened for that kind alone', () => {
  const doc = { sealed: 'a key' };
  expect(open('dns', 'zone/1', doc)).toEqual({ opened: 'a key with the secret of the installation' });
  expect(open('edge', 'zone/1', doc)).toBe(doc);
  expect(open('dns', 'other/1', doc)).toBe(doc);
});

test('what is gone stays gone', () => {
  expect(open('dns', 'zone/1', null)).toBeNull();
});

test('what cannot be opened is told to the operator, and no customer’s node learns why', () => {
  const given = open('dns', 'zone/2', { sealed: 'broken' });
  expect(given).toEqual({ unreadable: expect.stringMatching(/^The control plane cannot open/) });
  expect(told).toEqual([['zone/2', new Error('This cannot be unsealed.')]]);
});
