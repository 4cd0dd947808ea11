import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stream, StreamType } from '@headwater/contract/streams/schema';
import { Api } from '../lib/api.ts';
import { dropDataFolder, makeDataFolder, startHeadwater } from '../lib/headwater.ts';
import type { Player } from './player.ts';
import { type Process, readProcesses } from './processes.ts';
import { makeClip } from './publisher.ts';

export type LiveStage = Awaited<ReturnType<typeof startLiveStage>>;

const patienceMs = 60_000;

/** A whole installation with streams in it, and what is needed to measure its live server. */
export async function startLiveStage() {
  const dataFolder = await makeDataFolder();
  const headwater = await startHeadwater(dataFolder, {
    HEADWATER_RATE_LIMIT: '1000000',
    HEADWATER_LIVE_STREAMS_AT_ONCE: '10000',
    HEADWATER_LIVE_MOST_ENCODERS: '1000',
  });
  const api = new Api(headwater.url);
  await api.signIn('demo@headwater.test', 'headwater-demo');
  const { services } = await api.ask<{ services: { id: number; domainstatus: string }[] }>('GET', '/services');
  const list = `/services/${services.find((one) => one.domainstatus === 'Active')!.id}/streams`;
  const nodeFolder = join(dataFolder, 'nodes/live-1');
  const read = async (type: StreamType, id: string) =>
    (await api.ask<{ stream: Stream }>('GET', `${list}/${type}/${id}`)).stream;

  /** Makes streams and waits until their publishers are let in. A publisher who stops ends the session. */
  async function addStreams(type: StreamType, count: number): Promise<Stream[]> {
    const added: Stream[] = [];
    for (let n = 0; n < count; n++) {
      const body = { name: `${type} ${Date.now()} ${n}`, reconnectSeconds: 0 };
      added.push((await api.ask<{ stream: Stream }>('POST', `${list}/${type}`, body)).stream);
    }
    const deadline = performance.now() + patienceMs;
    for (const { id } of added) {
      while ((await read(type, id)).deployment.state !== 'live') {
        if (performance.now() > deadline) throw new Error('the live server does not hear of its streams');
        await sleep(100);
      }
    }
    return added;
  }

  /** When the session began: when its publisher asked to be let in. */
  async function startedAtMs({ type, id }: Stream): Promise<number> {
    const path = `${list}/${type}/${id}/sessions`;
    for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await sleep(100)) {
      const { sessions } = await api.ask<{ sessions: { startedAt: string }[] }>('GET', path);
      if (sessions[0]) return Date.parse(sessions[0].startedAt);
    }
    throw new Error('the session is not known');
  }

  /** Through the edge, as viewers come. */
  function playerOf({ playback }: Stream): Player {
    const { hostname, pathname } = new URL(playback.hls);
    return { port: headwater.edgePort, host: hostname, path: pathname, headers: {} };
  }

  /** Straight to the manifest service, as edges come. */
  function doorOf({ id, playback }: Stream): Player {
    const { door: port } = JSON.parse(readFileSync(join(nodeFolder, 'ports.json'), 'utf8')) as { door: number };
    const db = new DatabaseSync(join(nodeFolder, 'live.db'), { readOnly: true });
    const row = db.prepare('SELECT value FROM documents WHERE id = ?').get(id) as { value: string };
    db.close();
    const { door } = JSON.parse(row.value) as { door: string };
    const { pathname } = new URL(playback.hls);
    return { port, host: '127.0.0.1', path: `/${id}${pathname}`, headers: { 'X-Headwater-Door': door } };
  }

  /** By what they do for streams; what the rest of the installation runs is `rest`. */
  function processes(): Record<'agent' | 'ingest' | 'encoders' | 'edge' | 'rest', Process[]> {
    const all = readProcesses(headwater.pid);
    const roleOf = ({ args, cwd, parent }: Process) => {
      if (args.includes('nodes/live/main.ts')) return 'agent';
      if (cwd.startsWith(join(nodeFolder, 'media'))) return 'encoders';
      const whole = `${args} ${all.find(({ pid }) => pid === parent)?.args ?? ''}`;
      if (whole.includes('/nginx-rtmp')) return 'ingest';
      return whole.includes('/nodes/edge') ? 'edge' : 'rest';
    };
    const found = Object.groupBy(all, roleOf);
    const { agent = [], ingest = [], encoders = [], edge = [], rest = [] } = found;
    return { agent, ingest, encoders, edge, rest };
  }

  return {
    addStreams,
    startedAtMs,
    playerOf,
    doorOf,
    processes,
    encoderOf: (id: string): Process | undefined =>
      processes().encoders.find(({ cwd }) => cwd.startsWith(join(nodeFolder, 'media', id))),
    urlOf: ({ ingest }: Stream) => `${ingest!.url}/${ingest!.key}`,
    makeClip: (name: string, kbps: number) => makeClip(join(dataFolder, `${name}.mp4`), kbps),
    async stop() {
      await headwater.stop();
      await dropDataFolder(dataFolder);
    },
  };
}
