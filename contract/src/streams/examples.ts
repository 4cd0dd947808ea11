import { initialSettings } from './settings.ts';

/** Of the API's description: what its objects look like. */

export const mediaExample = {
  videoCodec: 'h264',
  videoCodecs: 'avc1.64001f',
  width: 1280,
  height: 720,
  fps: 30,
  audioCodec: 'aac',
  audioCodecs: 'mp4a.40.2',
  audioChannels: 2,
  audioHz: 48_000,
};

export const streamExample = {
  id: 'k3m7x2p9w4n8t6ab',
  serviceid: 1001,
  serviceId: 1001,
  type: 'push',
  kind: 'push',
  name: 'Riverside news',
  alias: 'riverside-news',
  status: 0,
  revision: 2,
  deployment: {
    state: 'live',
    nodes: 2,
    appliedNodes: 2,
    latencyMs: 140,
    away: [],
    changedAt: '2026-11-21T09:30:00.000Z',
  },
  input: 'push',
  server: { id: 'n4x8d2k7m3p9w5tc', name: 'live-1' },
  ingest: {
    url: 'rtmp://ingest.example.com/live',
    secureUrl: 'rtmps://ingest.example.com:1936/live',
    key: 'k3m7x2p9w4n8t6ab_5fYc0mY0Wk2v1n8QxRrT7a1L',
    keyRotatedAt: '2026-11-21T09:30:00.000Z',
  },
  sources: [],
  playback: { hls: 'http://live-1001.cdn.example:8080/riverside-news/index.m3u8', rewind: null },
  delaySeconds: 0,
  reconnectSeconds: 60,
  settings: initialSettings,
  live: {
    away: false,
    state: 'live',
    since: '2026-11-21T10:00:00.000Z',
    playable: true,
    sessionId: 's7d3k9m2x5p8w4tb',
    bitrateKbps: 2480,
    viewers: 132,
    warnings: 0,
  },
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
  deletedAt: null,
  restorableUntil: null,
} as const;

const health = { bitrateKbps: 2480, fps: 30, keyframeSeconds: 2, droppedFrames: 0 };

export const healthExample = {
  live: {
    at: '2026-11-21T10:12:00.000Z',
    state: 'live',
    since: '2026-11-21T10:00:00.000Z',
    sessionId: 's7d3k9m2x5p8w4tb',
    playable: true,
    health: { ...health, media: mediaExample },
    warnings: [],
    processes: [
      {
        name: 'encode',
        state: 'running',
        startedAt: '2026-11-21T10:00:00.000Z',
        restarts: 0,
        reason: null,
        cpuPercent: 0.4,
        memoryBytes: 58_000_000,
        speed: 1,
        log: [],
      },
    ],
    rewindableFrom: null,
  },
  points: [{ at: '2026-11-21T10:11:50.000Z', ...health }],
  viewers: [{ at: '2026-11-21T10:11:00.000Z', viewers: 132 }],
} as const;

export const sessionExample = {
  id: 's7d3k9m2x5p8w4tb',
  kind: 'publish',
  state: 'ended',
  startedAt: '2026-11-21T10:00:00.000Z',
  endedAt: '2026-11-21T11:30:00.000Z',
  reason: 'publisher_left',
  detail: '',
  from: '203.0.113.7',
  agent: 'OBS 30.1',
  media: mediaExample,
  bytesIn: 1_690_000_000,
  reconnects: 1,
  attempts: 1,
} as const;

export const recordingExample = {
  id: 'r5r2d8q7m3k9x4cd',
  streamId: 'k3m7x2p9w4n8t6ab',
  sessionId: 's7d3k9m2x5p8w4tb',
  name: 'Riverside news 2026-11-21 10:00',
  state: 'stored',
  startedAt: '2026-11-21T10:00:00.000Z',
  endedAt: '2026-11-21T11:30:00.000Z',
  durationSeconds: 5400,
  sizeBytes: 1_690_000_000,
  media: mediaExample,
  detail: '',
  expiresAt: '2026-12-21T11:30:00.000Z',
} as const;
