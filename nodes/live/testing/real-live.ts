import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveSession, LiveState, RecordingReport } from '@headwater/contract/nodes/live-report';
import type { NodeReport } from '@headwater/contract/nodes/routes';
import { publishTest, type TestPicture, type TestPublisher } from '@headwater/engines/ffmpeg/testing';
import { endProcess, freePort } from '@headwater/engines/lib/testing';
import { findNginxRtmp, layRtmp, RtmpControl, type RtmpLayout } from '@headwater/engines/nginx-rtmp';
import { agentEnvironment } from '../../lib/testing/agent-environment.ts';
import type { FakeControlPlane } from '../../lib/testing/fake-control-plane.ts';
import { until } from '../../lib/testing/until.ts';
import { type Look, lintPresentation, scanBytes } from '../hls/lint/index.ts';
import { keyOf } from './live-document.ts';

type Program = 'nginx' | 'agent';

/** nginx-rtmp and the agent as real processes, on loopback; the agent's ffmpegs are real too. */
export class RealLive {
  readonly control: FakeControlPlane;
  readonly environment: Record<string, string> = {};
  readonly #running = new Map<Program, ChildProcess>();
  readonly #publishers: TestPublisher[] = [];
  readonly #firstSequences = new Map<string, number>();
  /** Of the agent. */
  script = '../main.ts';
  said = '';
  layout!: RtmpLayout;
  folder = '';
  rtmpPort = 0;
  doorPort = 0;

  constructor(control: FakeControlPlane) {
    this.control = control;
  }

  async prepare(): Promise<this> {
    this.folder = await mkdtemp(join(tmpdir(), 'live-'));
    // nginx started by root becomes another user.
    await chmod(this.folder, 0o755);
    const [rtmpPort, doorPort, hookPort] = await Promise.all([freePort(), freePort(), freePort()]);
    Object.assign(this, { rtmpPort, doorPort });
    this.#hookUrl = `http://127.0.0.1:${hookPort}/${randomBytes(8).toString('hex')}`;
    this.#lay();
    const { controlSocket, playUrl } = this.layout;
    await writeFile(
      join(this.folder, 'ingest.json'),
      JSON.stringify({ hookUrl: this.#hookUrl, controlSocket, playUrl }),
    );
    return this;
  }
  #hookUrl = '';

  #lay(): void {
    const nginx = findNginxRtmp();
    if (!nginx.ok) throw new Error(nginx.reason);
    const folder = join(this.folder, 'nginx');
    this.layout = layRtmp({
      folder,
      address: '127.0.0.1',
      port: this.rtmpPort,
      rtmps: null,
      hookUrl: this.#hookUrl,
      nginx,
    });
  }

  get rtmp(): RtmpControl {
    return new RtmpControl(this.layout.controlSocket);
  }

  start(program: Program): void {
    // A killed nginx leaves its socket behind.
    if (program === 'nginx') this.#lay();
    const agent = [process.execPath, join(import.meta.dirname, this.script)];
    const [command = '', ...flags] = program === 'agent' ? agent : this.layout.argv;
    const env = program === 'agent' ? this.agentEnvironment : process.env;
    const child = spawn(command, flags, { stdio: ['ignore', 'ignore', 'pipe'], env, detached: program === 'nginx' });
    child.stderr?.on('data', (chunk: Buffer) => {
      this.said += chunk.toString();
    });
    this.#running.set(program, child);
  }

  /** What an agent finds in its environment. */
  get agentEnvironment(): NodeJS.ProcessEnv {
    return {
      ...agentEnvironment(this.control, this.folder),
      HEADWATER_RTMP_LAYOUT: join(this.folder, 'ingest.json'),
      HEADWATER_DOOR_PORT: String(this.doorPort),
      HEADWATER_RTMP_PORT: String(this.rtmpPort),
      ...this.environment,
    };
  }

  async startAll(): Promise<void> {
    for (const program of ['nginx', 'agent'] as const) this.start(program);
    await this.serving();
  }

  async serving(): Promise<void> {
    const before = this.control.reports.length;
    await this.#until(
      () => this.last?.serving === true && this.control.reports.length > before,
      'the live node to serve',
    );
  }

  process(program: Program): ChildProcess | undefined {
    return this.#running.get(program);
  }

  /** Resolves when the process has ended. Of nginx its worker goes too. */
  async end(program: Program, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#running.get(program);
    this.#running.delete(program);
    await endProcess(child, signal, program === 'nginx' ? 'group' : 'process');
  }

  publish(id: string, picture: TestPicture & { key?: string; seconds?: number } = {}): TestPublisher {
    const { key = keyOf(id), ...rest } = picture;
    const publisher = publishTest({ url: `rtmp://127.0.0.1:${this.rtmpPort}/live/${key}`, ...rest });
    this.#publishers.push(publisher);
    return publisher;
  }

  /** What this node said last. */
  get last(): NodeReport | undefined {
    return this.control.reports.at(-1);
  }

  async applied(seq: number): Promise<void> {
    await this.#until(
      () => (this.last?.appliedSeq ?? -1) >= seq && this.last?.epoch === this.control.epoch,
      `document ${seq}`,
    );
  }

  state(streamId: string): LiveState | undefined {
    return this.control.liveReports.flatMap(({ states }) => states).findLast((state) => state.streamId === streamId);
  }

  /** Each as it was told of last, the oldest first. */
  sessions(streamId: string): LiveSession[] {
    const told = this.control.liveReports
      .flatMap(({ sessions }) => sessions)
      .filter((one) => one.streamId === streamId);
    return [...new Map(told.map((session) => [session.id, session])).values()];
  }

  recordings(streamId: string): RecordingReport[] {
    const told = this.control.liveReports
      .flatMap(({ recordings }) => recordings)
      .filter((one) => one.streamId === streamId);
    return [...new Map(told.map((recording) => [recording.id, recording])).values()];
  }

  async phase(streamId: string, state: LiveState['state']): Promise<void> {
    await this.#until(() => this.state(streamId)?.state === state, `${streamId} to be ${state}`);
  }

  /** A failure says what was told and said last. */
  async #until(check: () => boolean, what: string): Promise<void> {
    await until(check, what).catch((error: Error) => {
      const told = JSON.stringify([this.last, this.control.liveReports.at(-1)]);
      throw new Error(`${error.message}\n${told}\n${this.said.slice(-3000)}`);
    });
  }

  /** What a player is given: the text of a playlist, or null. */
  async playlist(streamId: string, path: string): Promise<string | null> {
    const headers = { 'x-headwater-door': `door-of-${streamId}-0123456789` };
    const answer = await fetch(`http://127.0.0.1:${this.doorPort}/${streamId}/path-${streamId}/${path}`, {
      headers,
    }).catch(() => null);
    return answer?.status === 200 ? await answer.text() : null;
  }

  /** What our linter finds wrong with a view and its segments, and from one look to the next. */
  async lint(streamId: string, path: string, before?: Look): Promise<Look> {
    const headers = { 'x-headwater-door': `door-of-${streamId}-0123456789` };
    const url = `http://127.0.0.1:${this.doorPort}/${streamId}/path-${streamId}/${path}`;
    return await lintPresentation({ fetch: (at) => fetch(at, { headers }), url, before, scan: scanBytes });
  }

  /** The media playlist of the best rung; empty while there is none. */
  async media(streamId: string, path = 'index.m3u8'): Promise<string> {
    const master = await this.playlist(streamId, path);
    const uri = master?.split('\n').find((line) => line.endsWith('.m3u8'));
    return uri === undefined ? '' : ((await this.playlist(streamId, uri)) ?? '');
  }

  /** Counted from where the first playlist began that was looked at: 0 is its first segment. */
  async lastSequence(streamId: string): Promise<number> {
    const text = await this.media(streamId);
    const first = Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1] ?? Number.NaN);
    if (Number.isNaN(first)) return first;
    const base = this.#firstSequences.get(streamId) ?? first;
    this.#firstSequences.set(streamId, base);
    return first - base + (text.match(/#EXTINF/g)?.length ?? 0) - 1;
  }

  encodersOf(streamId: string): Promise<number[]> {
    return this.encoders(join('media', streamId));
  }

  /** Of the encoders below this node. */
  async encoders(below = 'media'): Promise<number[]> {
    const found: number[] = [];
    for (const entry of await readdir('/proc')) {
      if (!/^\d+$/.test(entry)) continue;
      const cwd = await readlink(`/proc/${entry}/cwd`).catch(() => '');
      if (cwd.startsWith(`${join(this.folder, below)}/`)) found.push(Number(entry));
    }
    return found;
  }

  async remove(): Promise<void> {
    for (const publisher of this.#publishers) await publisher.stop();
    for (const program of ['agent', 'nginx'] as const) await this.end(program);
    for (const pid of await this.encoders()) process.kill(pid, 'SIGKILL');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
