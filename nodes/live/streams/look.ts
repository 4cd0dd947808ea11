import type { LiveStream } from '@headwater/contract/nodes/live-document';
import type { LiveProcess, LiveState, MediaFacts } from '@headwater/contract/nodes/live-report';
import { neverEnlargedWords, rungsBeyond } from '@headwater/contract/transcoding/never-enlarged';
import { readUsage, type SegmentScan, type Usage } from '@headwater/engines/ffmpeg';
import type { RtmpSession } from '@headwater/engines/nginx-rtmp';
import { IncomingRate } from '../health/incoming-rate.ts';
import { Meter } from '../health/meter.ts';
import { Warnings } from '../health/warnings.ts';
import type { Written } from '../processes/part-writer.ts';
import { redactOf } from '../processes/redact.ts';
import type { Run } from '../processes/run.ts';
import type { RunRecord } from '../processes/run-record.ts';
import { isoOf } from '../reports/words.ts';
import type { StreamState } from './state.ts';

export type Looked = {
  state: () => StreamState;
  doc: () => LiveStream | null;
  /** The encoder that runs. */
  run: () => Run | null;
  /** When the first segment of a session began that is in the index. */
  beganAtMs: (sessionId: string) => number | null;
  /** Whether a recording of it is being made into a file. */
  isMakingFile: () => boolean;
};

const logLines = 20;

/** What can be seen of a stream: how it does, what is wrong with it, what runs for it. */
export class Look {
  readonly #id: string;
  readonly #of: Looked;
  #meter = new Meter(true);
  #rate = new IncomingRate();
  #warnings = new Warnings();
  #process: Pick<LiveProcess, 'cpuPercent' | 'memoryBytes' | 'log'> = { cpuPercent: null, memoryBytes: null, log: [] };
  #usage: Usage | null = null;
  #began: { sessionId: string; atMs: number } | null = null;
  #wasPlayable = false;
  #jumps = 0;
  #segmentBytes = 0;
  #incoming: { bytes: number; movedAtMs: number } | null = null;
  #hasAudio: boolean | null = null;
  #hasVideo: boolean | null = null;
  restarts = 0;
  lastEnd: string | null = null;
  rewindableFromMs: number | null = null;

  constructor(id: string, of: Looked) {
    this.#id = id;
    this.#of = of;
  }

  get media(): MediaFacts | null {
    return this.#meter.media;
  }

  get bytesOfConnection(): number {
    return this.#incoming?.bytes ?? this.#segmentBytes;
  }

  /** Whether bytes of the publisher come at all. */
  get isIncoming(): boolean {
    return this.#incoming !== null && Date.now() - this.#incoming.movedAtMs < 3000;
  }

  /** Whether it is connected, and has sent nothing for long. */
  get isStill(): boolean {
    return this.#incoming !== null && Date.now() - this.#incoming.movedAtMs > 8000;
  }

  beginConnection(): void {
    this.#incoming = null;
    this.#rate = new IncomingRate();
    this.#segmentBytes = 0;
    this.#hasAudio = null;
    this.#hasVideo = null;
  }

  beginRun(record: RunRecord): void {
    this.#meter = new Meter(record.copies);
    this.#usage = null;
  }

  incoming(session: RtmpSession): void {
    const { bytesIn, video, audio } = session;
    const before = this.#incoming;
    const moved = before === null || before.bytes !== bytesIn;
    this.#incoming = { bytes: bytesIn, movedAtMs: moved ? Date.now() : before.movedAtMs };
    if (bytesIn > 0) [this.#hasVideo, this.#hasAudio] = [video !== null, audio !== null];
    const media: MediaFacts = {
      videoCodec: video?.codec?.toLowerCase() ?? null,
      videoCodecs: null,
      width: video?.width ?? null,
      height: video?.height ?? null,
      fps: video?.fps ?? null,
      audioCodec: audio?.codec.toLowerCase() ?? null,
      audioCodecs: null,
      audioChannels: audio?.channels || null,
      audioHz: audio?.hz || null,
    };
    this.#rate.look(session);
    this.#meter.setIncoming({ bitsPerSecond: this.#rate.bitsPerSecond, media: video === null ? null : media });
  }

  written(scan: SegmentScan, { jumped }: Written): void {
    this.#meter.addSegment(scan);
    this.#segmentBytes += scan.bytes;
    if (jumped) this.#jumps += 1;
    if (this.#incoming === null) [this.#hasVideo, this.#hasAudio] = [scan.video !== null, scan.audio !== null];
  }

  /** Since it was last asked. */
  get becamePlayable(): boolean {
    const before = this.#wasPlayable;
    this.#wasPlayable = this.#isPlayable;
    return !before && this.#wasPlayable;
  }

  /** There is a first segment, and viewers who see everything later have come to it. */
  get #isPlayable(): boolean {
    const { session } = this.#of.state();
    if (session === null) return false;
    if (this.#began?.sessionId !== session.id) {
      const atMs = this.#of.beganAtMs(session.id);
      this.#began = atMs === null ? null : { sessionId: session.id, atMs };
    }
    const delayMs = (this.#of.doc()?.delaySeconds ?? 0) * 1000;
    return this.#began !== null && Date.now() - delayMs >= this.#began.atMs;
  }

  /** Nothing is wrong with what does not come in. */
  get #isQuiet(): boolean {
    const { phase } = this.#of.state();
    return phase === 'idle' || phase === 'failing';
  }

  get #neverEnlarged(): string | null {
    const doc = this.#of.doc();
    const { made } = this.#meter;
    const best = doc?.rungs[0];
    // Until the encoder of new rungs is there, what was made is of those before.
    if (doc == null || made === null || best === undefined || this.#of.run() === null) return null;
    // What the filter left of a picture that is smaller than the best rung's frame is seen in that rung.
    const isKnown = best.size === 'source' || rungsBeyond([best], made).length > 0;
    return isKnown ? neverEnlargedWords(doc.rungs, made, doc.filter?.crop != null) : null;
  }

  /** Once a second. */
  look(diskIsLow: boolean): void {
    const { phase } = this.#of.state();
    const encoder = this.#of.run()?.encoder ?? null;
    const progress = encoder?.progress ?? null;
    this.#meter.droppedFrames = progress?.dropFrames ?? 0;
    if (this.#isQuiet) this.#warnings = new Warnings();
    else
      this.#warnings.look({
        keyFrameGaps: this.#meter.keyFrameGaps,
        openSeconds: encoder?.openSeconds ?? null,
        hasVideo: this.#hasVideo,
        hasAudio: this.#hasAudio,
        bitrateKbps: phase === 'live' && this.#meter.health !== null ? this.#meter.bitrateKbps : null,
        speed: phase === 'live' ? (progress?.speed ?? null) : null,
        jumps: this.#jumps,
        diskIsLow,
        neverEnlarged: this.#neverEnlarged,
      });
    this.#jumps = 0;
  }

  /** Every few seconds. */
  async lookAtProcess(): Promise<void> {
    const run = this.#of.run();
    const usage = run === null ? null : readUsage(run.record.pid, run.record.startTicks);
    const before = this.#usage;
    this.#usage = usage;
    this.#process = {
      cpuPercent: before === null || usage === null ? null : cpuPercentOf(before, usage),
      memoryBytes: usage?.rssBytes ?? null,
      log:
        run === null
          ? this.#process.log
          : (await run.encoder.readLog(logLines)).map((line) => redactOf(run.record, line)),
    };
  }

  get health(): LiveState['health'] {
    return this.#of.state().run === null ? null : this.#meter.health;
  }

  describe(): LiveState {
    const { phase, sinceMs, session } = this.#of.state();
    return {
      streamId: this.#id,
      at: isoOf(Date.now()),
      state: phase,
      since: isoOf(sinceMs),
      sessionId: session?.id ?? null,
      playable: this.#isPlayable,
      health: this.health,
      warnings: this.#isQuiet ? [] : this.#warnings.list().slice(0, 10),
      processes: [...this.#encoderProcess(), ...this.#fileProcess()],
      rewindableFrom: this.rewindableFromMs === null ? null : isoOf(this.rewindableFromMs),
    };
  }

  #encoderProcess(): LiveProcess[] {
    const { run, retryAtMs, phase, lost } = this.#of.state();
    const doc = this.#of.doc();
    if (doc === null || (phase === 'idle' && run === null)) return [];
    const encoder = this.#of.run()?.encoder ?? null;
    const isStarting = run !== null && (encoder === null || run.segments === 0);
    return [
      {
        name: doc.input.type === 'pull' ? 'pull' : 'encode',
        state: run === null ? (retryAtMs === null ? 'stopped' : 'waiting') : isStarting ? 'starting' : 'running',
        startedAt: run === null ? null : isoOf(run.startedAtMs),
        restarts: this.restarts,
        reason: ((run === null && lost?.detail) || this.lastEnd || null)?.slice(0, 500) ?? null,
        speed: encoder?.progress?.speed ?? null,
        ...this.#process,
      },
    ];
  }

  #fileProcess(): LiveProcess[] {
    if (!this.#of.isMakingFile()) return [];
    const unknown = { startedAt: null, reason: null, cpuPercent: null, memoryBytes: null, speed: null };
    return [{ name: 'record', state: 'running', restarts: 0, ...unknown, log: [] }];
  }
}

function cpuPercentOf(before: Usage, now: Usage): number | null {
  const ms = now.atMs - before.atMs;
  return ms <= 0 ? null : Math.max(0, Math.round((1_000_000 * (now.cpuSeconds - before.cpuSeconds)) / ms) / 10);
}
