import { expect, test } from 'vitest';
import { deploymentSentence, deploymentWords } from './deployment-words.ts';

const live = {
  state: 'live' as const,
  nodes: 3,
  appliedNodes: 3,
  latencyMs: 240,
  away: [],
  changedAt: '2026-11-21T10:00:00.000Z',
};

test('says on how many edges a thing is live, how fast it got there, and who is away', () => {
  expect(deploymentSentence({ ...live, appliedNodes: 2, away: ['edge-3'] })).toBe(
    'Live on 2 of 3 edges · 240 ms · edge-3 away',
  );
});

test('speaks of one edge in the singular', () => {
  expect(deploymentSentence({ ...live, nodes: 1, appliedNodes: 1 })).toBe('Live on 1 of 1 edge · 240 ms');
});

test('never says live while no edge is in service', () => {
  expect(deploymentWords({ ...live, nodes: 0, appliedNodes: 0 })).toMatchObject({ tone: 'pending', word: 'Pending' });
});

test('gives the reason of a refusal', () => {
  expect(deploymentSentence({ ...live, state: 'failed', reason: 'host name not accepted' })).toBe(
    'Failed · host name not accepted',
  );
});

test('a purge is done, not live', () => {
  expect(deploymentSentence({ ...live, latencyMs: null }, 'Done')).toBe('Done on 3 of 3 edges');
});

test('a domain is live on name servers', () => {
  expect(deploymentSentence({ ...live, appliedNodes: 2 }, 'Live', 'name server')).toBe(
    'Live on 2 of 3 name servers · 240 ms',
  );
});
