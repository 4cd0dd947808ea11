import type { RtmpSession } from '@headwater/engines/nginx-rtmp';
import { expect, test, vi } from 'vitest';
import { IngestWatch, type Publishing } from './ingest-watch.ts';

const publisher = { connection: 1, address: '192.0.2.1', agent: '', uptimeMs: 9000, sentMs: 9000 };
const session = (name: string) => ({ name, bytesIn: 1, publisher }) as RtmpSession;

function watching(sessions: RtmpSession[], believed: Publishing[]) {
  const options = {
    control: { readStat: async () => ({ pid: 1, uptimeSeconds: 9, sessions }), dropPublisher: async () => true },
    publishing: vi.fn<() => Publishing[]>(() => believed),
    isKnowing: () => true,
    onSeen: vi.fn<(sessions: ReadonlyMap<string, RtmpSession>) => void>(),
    onGone: vi.fn<(name: string) => void>(),
    onHealthChanged: () => undefined,
  };
  return { ...options, watch: new IngestWatch(options) };
}

test('who is there and who is gone is known after one look, which goes through all publishers once', async () => {
  const names = Array.from({ length: 1000 }, (_, n) => `s${n}`);
  const believed = names.map((name) => ({ name, sinceMs: Date.now() - 60_000 }));
  const { watch, publishing, onSeen, onGone } = watching(names.slice(0, 500).map(session), believed);
  await watch.look();
  expect([...(onSeen.mock.calls[0]?.[0].keys() ?? [])]).toEqual(names.slice(0, 500));
  expect(onGone.mock.calls.flat()).toEqual(names.slice(500));
  expect([publishing.mock.calls.length, onSeen.mock.calls.length]).toEqual([1, 1]);
});

test('who was let in a moment ago is not missed yet, and does not count as dead', async () => {
  const { watch, onGone } = watching([], [{ name: 'new', sinceMs: Date.now() }]);
  await watch.look();
  expect(onGone.mock.calls).toEqual([]);
  expect(await watch.isDead('new')).toBe(false);
  expect(await watch.isDead('unknown')).toBe(true);
});
