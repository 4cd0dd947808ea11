import { randomUUID } from 'node:crypto';
import type { LiveReport, LiveSession, LiveState, RecordingReport } from '@headwater/contract/nodes/live-report';
import { askFeed, type TestEdge } from './edge.ts';
import type { World } from './index.ts';

/** What a live server tells of streams. */
export function tellLive(world: World, node: TestEdge, report: Partial<LiveReport>) {
  const empty = { sessions: [], states: [], health: [], recordings: [] };
  return world.ask(node.credential, 'POST', '/nodes/live', { batchId: randomUUID(), ...empty, ...report });
}

export const liveState = (streamId: string, more: Partial<LiveState> = {}): LiveState => ({
  streamId,
  at: new Date().toISOString(),
  state: 'live',
  since: '2026-11-21T10:00:00.000Z',
  sessionId: 'session1',
  playable: true,
  health: null,
  warnings: [],
  processes: [],
  rewindableFrom: null,
  ...more,
});

export const liveSession = (streamId: string, more: Partial<LiveSession> = {}): LiveSession => ({
  id: `s${streamId}`,
  streamId,
  kind: 'publish',
  state: 'live',
  startedAt: '2026-11-21T10:00:00.000Z',
  endedAt: null,
  reason: null,
  detail: '',
  from: '203.0.113.7',
  agent: 'OBS',
  media: null,
  bytesIn: 0,
  reconnects: 0,
  attempts: 1,
  ...more,
});

export const liveRecording = (streamId: string, more: Partial<RecordingReport> = {}): RecordingReport => ({
  id: `r${streamId}`,
  streamId,
  sessionId: 'session1',
  state: 'finished',
  startedAt: '2026-11-21T10:00:00.000Z',
  endedAt: new Date().toISOString(),
  durationSeconds: 60,
  sizeBytes: 1000,
  sha256: 'a'.repeat(64),
  media: null,
  detail: '',
  ...more,
});

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape.
export const docsOf = async (world: World, node: TestEdge): Promise<Map<string, any>> =>
  new Map((await askFeed(world, node)).entries.map(({ key, doc }) => [key, doc]));
