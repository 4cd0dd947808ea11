import type { Zone } from '@headwater/contract/zones/schema';
import { expect, test } from 'vitest';
import { failingOrigins, zoneAttention } from './attention.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const zone = (zoneId: string, change: object, deployment: object = {}): Zone =>
  ({
    zoneId,
    name: zoneId,
    origin: 'https://o.test',
    status: 0,
    deployment: {
      state: 'live',
      nodes: 2,
      appliedNodes: 2,
      latencyMs: 10,
      away: [],
      changedAt: '2026-11-21T11:00:00Z',
      ...deployment,
    },
    ...change,
  }) as unknown as Zone;

test('refused zones come first, then stuck ones, then disabled ones; healthy ones not at all', () => {
  const zones = [
    zone('fine', {}),
    zone('off', { status: 1 }),
    zone('stuck', {}, { state: 'pending', appliedNodes: 1, away: ['edge-2'] }),
    zone('refused', {}, { state: 'failed', reason: 'bad host' }),
  ];
  expect(zoneAttention(zones, now).map(({ zoneId, text }) => [zoneId, text])).toEqual([
    ['refused', 'bad host'],
    ['stuck', '1 of 2 edges have it. Away: edge-2.'],
    ['off', 'The zone refuses every request until it is enabled.'],
  ]);
});

test('a change of a moment ago is not stuck', () => {
  const fresh = zone('fresh', {}, { state: 'pending', changedAt: new Date(now - 5000).toISOString() });
  expect(zoneAttention([fresh], now)).toEqual([]);
});

test('an origin is named from one failed answer in a hundred on', () => {
  const figures = (requests: number, status5xx: number) => ({ traffic24h: { requests, status5xx } });
  const named = failingOrigins([zone('a', figures(1000, 10)), zone('b', figures(1000, 9)), zone('c', figures(0, 0))]);
  expect(named.map(({ zoneId }) => zoneId)).toEqual(['a']);
});
