import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HookCall } from './index.ts';
import { TestRtmp } from './testing/index.ts';

const key = 'stream7_aVerySecretKey';
let rtmp: TestRtmp;
const running: ChildProcess[] = [];

beforeEach(async () => {
  rtmp = await new TestRtmp().start();
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  await rtmp.stop();
});

type Publisher = { child: ChildProcess; ended: Promise<number | null> };

function runFfmpeg(...args: string[]): Publisher {
  const child = spawn('ffmpeg', ['-v', 'error', '-nostdin', ...args], { stdio: 'ignore' });
  running.push(child);
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=60'];
const sound = ['-f', 'lavfi', '-i', 'sine=d=60'];
const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-c:a', 'aac', '-f', 'flv'];
const publish = (url = rtmp.urlOf(key)) => runFfmpeg(...picture, ...sound, ...coded, url);

const sessionOf = (call: HookCall) => (call.name === key ? { session: 'session1' } : false);
const readSessions = async () => (await rtmp.control.readStat()).sessions;
const callsOf = (call: HookCall['call']) => rtmp.calls.filter((one) => one.call === call);
async function untilLive(): Promise<void> {
  await expect
    .poll(readSessions, { timeout: 15_000 })
    .toMatchObject([{ name: 'session1', publisher: { address: '127.0.0.1' }, video: { codec: 'H264' } }]);
}

describe('who may publish', () => {
  test('a publisher that the hook refuses is turned away, and told of no end', async () => {
    rtmp.answer = () => false;
    expect(await publish().ended).toBe(1);
    expect(callsOf('publish')).toMatchObject([
      { name: key, address: '127.0.0.1', agent: expect.stringContaining('Lavf') },
    ]);
    expect(await readSessions()).toEqual([]);
    expect(callsOf('publish_done')).toEqual([]);
  });

  test('a session bears the name that the hook gave it, and the key stands nowhere', async () => {
    rtmp.answer = sessionOf;
    publish(`${rtmp.urlOf(key)}?user=ada&password=topsecret`);
    await untilLive();
    const [session] = await readSessions();
    expect(session).toMatchObject({
      publisher: { connection: rtmp.calls[0]?.connection, agent: expect.stringContaining('Lavf') },
      players: 0,
      video: { width: 320, height: 180, fps: 25, profile: expect.any(String), level: expect.any(String) },
      audio: { codec: 'AAC', channels: 1, hz: 44_100 },
    });
    const before = session?.bytesIn ?? 0;
    await expect.poll(async () => (await readSessions())[0]?.bytesIn).toBeGreaterThan(before);
    expect(Object.fromEntries(rtmp.calls[0]?.args ?? [])).toEqual({ user: 'ada', password: 'topsecret' });
    expect(JSON.stringify(await rtmp.control.readStat())).not.toMatch(/VerySecret|topsecret/);
    expect(rtmp.said).not.toMatch(/VerySecret|topsecret/);
  });

  test('nothing that a publisher writes behind its key passes for what nginx says', async () => {
    rtmp.answer = () => false;
    await publish(`${rtmp.urlOf('wrong')}?addr=203.0.113.9&call=play&name=${key}&clientid=99`).ended;
    expect(rtmp.calls).toMatchObject([{ call: 'publish', name: 'wrong', address: '127.0.0.1' }]);
    expect(rtmp.calls[0]?.args.get('addr')).toBe('203.0.113.9');
  });

  test('while the hook is away nobody comes in, and who is in stays in', async () => {
    rtmp.answer = sessionOf;
    const inside = publish();
    await untilLive();
    await rtmp.stopHook();
    expect(await publish().ended).toBe(1);
    const before = (await readSessions())[0]?.bytesIn ?? 0;
    await expect.poll(async () => (await readSessions())[0]?.bytesIn, { timeout: 15_000 }).toBeGreaterThan(before * 3);
    expect(inside.child.exitCode).toBeNull();
  });

  test('while the hook says nothing nobody comes in', async () => {
    rtmp.answer = () => new Promise(() => {});
    expect(await publish().ended).toBe(1);
    expect(await readSessions()).toEqual([]);
  });

  test('a second publisher of a live session is turned away; its end is told by its own connection', async () => {
    rtmp.answer = sessionOf;
    const first = publish();
    await untilLive();
    expect(await publish().ended).toBe(1);
    await expect.poll(() => callsOf('publish_done')).toHaveLength(1);
    const [one, other] = callsOf('publish');
    expect(callsOf('publish_done')).toMatchObject([{ name: key, connection: other?.connection }]);
    expect(one?.connection).not.toBe(other?.connection);
    expect(first.child.exitCode).toBeNull();
    await untilLive();
  });

  test('there is one application, and nothing is recorded, pushed or run for a publisher', async () => {
    expect(await publish(`rtmp://127.0.0.1:${rtmp.port}/other/${key}`).ended).toBe(1);
    expect(rtmp.calls).toEqual([]);
  });
});

describe('ends', () => {
  test('a publisher that leaves is told by its key', async () => {
    rtmp.answer = sessionOf;
    const { child } = publish();
    await untilLive();
    child.kill('SIGKILL');
    await expect.poll(() => callsOf('publish_done').at(-1)).toMatchObject({ name: key });
    await expect.poll(readSessions).toEqual([]);
  });

  test('a publisher is dropped by its session, and its player waits for the next', async () => {
    rtmp.answer = (call) => (call.name === key ? { session: 'session1' } : call.call === 'play');
    const first = publish();
    await untilLive();
    const player = runFfmpeg('-i', `${rtmp.layout.playUrl}/session1`, '-c', 'copy', '-f', 'null', '-');
    await expect.poll(async () => (await readSessions())[0]?.players, { timeout: 15_000 }).toBe(1);
    expect(await rtmp.control.dropPublisher('session1')).toBe(true);
    expect(await first.ended).not.toBe(0);
    await expect.poll(readSessions).toMatchObject([{ publisher: null, players: 1 }]);
    publish();
    await untilLive();
    expect(player.child.exitCode).toBeNull();
    expect(await rtmp.control.dropAll('session1')).toBe(true);
    await player.ended;
    expect(await rtmp.control.dropPublisher('nobody')).toBe(false);
  });

  test('a killed nginx is started again on the same ports and socket, with nobody in it', async () => {
    rtmp.answer = sessionOf;
    const publisher = publish();
    await untilLive();
    const before = await rtmp.control.readStat();
    await rtmp.end('SIGKILL');
    expect(await publisher.ended).not.toBe(0);
    await rtmp.startNginx();
    const after = await rtmp.control.readStat();
    expect(after.sessions).toEqual([]);
    expect(after.pid).not.toBe(before.pid);
    publish();
    await untilLive();
  });
});

describe('who may play', () => {
  test('a player gets what the publisher sends, if the hook lets it', async () => {
    rtmp.answer = (call) => (call.call === 'play' ? call.name === 'session1' : sessionOf(call));
    publish();
    await untilLive();
    const play = (name: string) => {
      const input = ['-rw_timeout', '8000000', '-i', `${rtmp.layout.playUrl}/${name}`];
      return runFfmpeg(...input, '-t', '1', '-f', 'null', '-').ended;
    };
    expect(await play('session1')).toBe(0);
    expect(await play(key)).not.toBe(0);
    expect(callsOf('play').map(({ name }) => name)).toEqual(['session1', key]);
  });
});

describe('RTMPS', () => {
  /** Passes bytes on from another address of loopback. */
  async function startRelay(port: number, localAddress: string) {
    const relay = createServer((from) => {
      const to = connect({ port, host: '127.0.0.1', localAddress });
      for (const socket of [from, to]) socket.on('error', () => {});
      from.pipe(to).pipe(from);
    }).listen(0, '127.0.0.1');
    await once(relay, 'listening');
    return relay;
  }

  test('the hook and the statistics see the address of the publisher, not that of the decryption', async () => {
    rtmp.answer = sessionOf;
    const relay = await startRelay(rtmp.rtmpsPort, '127.0.0.77');
    const { port } = relay.address() as { port: number };
    publish(`rtmps://127.0.0.1:${port}/live/${key}`);
    await expect.poll(readSessions, { timeout: 15_000 }).toMatchObject([{ publisher: { address: '127.0.0.77' } }]);
    expect(callsOf('publish')).toMatchObject([{ address: '127.0.0.77', name: key }]);
    relay.close();
  });

  test('who comes from elsewhere plays nothing, also where the hook would allow it', async () => {
    rtmp.answer = (call) => (call.call === 'play' ? true : sessionOf(call));
    publish();
    await untilLive();
    const play = async (localAddress: string) => {
      const relay = await startRelay(rtmp.rtmpsPort, localAddress);
      const { port } = relay.address() as { port: number };
      const input = ['-rw_timeout', '8000000', '-i', `rtmps://127.0.0.1:${port}/live/session1`];
      const code = await runFfmpeg(...input, '-t', '1', '-f', 'null', '-').ended;
      relay.close();
      return code;
    };
    expect(await play('127.0.0.77')).not.toBe(0);
    expect(await play('127.0.0.1')).toBe(0);
  });

  test('the port behind it takes nobody who speaks RTMP at once', async () => {
    expect(await publish(`rtmp://127.0.0.1:${rtmp.proxiedPort}/live/${key}`).ended).toBe(1);
    expect(rtmp.calls).toEqual([]);
  });
});

test('a publisher that falls silent is let go', { timeout: 60_000 }, async () => {
  rtmp.answer = sessionOf;
  const { child } = publish();
  await untilLive();
  child.kill('SIGSTOP');
  await expect.poll(() => callsOf('publish_done'), { timeout: 40_000 }).toHaveLength(1);
});
