import type { LiveState, MediaFacts } from '@headwater/contract/nodes/live-report';
import type { SegmentScan } from '@headwater/engines/ffmpeg';

type Health = NonNullable<LiveState['health']>;
type Measured = { bytes: number; seconds: number; frames: number; keyFrameSeconds: number[] };

/** What is said is true of about the last ten seconds. */
const spanSeconds = 10;

/** What the ingest says of a publisher's connection; how fast it is, is null until it is known. */
export type Incoming = { bitsPerSecond: number | null; media: MediaFacts | null };

/** What comes in, measured from the segments that are made of it and from what the ingest counts. */
export class Meter {
  readonly #copies: boolean;
  #recent: Measured[] = [];
  #media: MediaFacts | null = null;
  #incoming: Incoming | null = null;
  #gaps: number[] = [];
  #lastKeyFrameAt: number | null = null;
  #playedSeconds = 0;
  droppedFrames = 0;

  /** `copies`: what goes out is what comes in, so that its key frames are the publisher's. */
  constructor(copies: boolean) {
    this.#copies = copies;
  }

  addSegment(scan: SegmentScan): void {
    const { bytes, durationSeconds, frames, keyFrameSeconds } = scan;
    this.#recent.push({ bytes, seconds: durationSeconds, frames, keyFrameSeconds });
    while (this.#recent.length > 1 && this.#seconds - (this.#recent[0]?.seconds ?? 0) >= spanSeconds)
      this.#recent.shift();
    for (const at of keyFrameSeconds) {
      const now = this.#playedSeconds + at;
      if (this.#lastKeyFrameAt !== null) this.#gaps = [...this.#gaps.slice(-4), now - this.#lastKeyFrameAt];
      this.#lastKeyFrameAt = now;
    }
    this.#playedSeconds += durationSeconds;
    this.#media = factsOf(scan);
  }

  setIncoming(incoming: Incoming | null): void {
    this.#incoming = incoming;
  }

  /** What comes in, as far as is known. */
  get media(): MediaFacts | null {
    const told = this.#incoming?.media ?? null;
    // Of a ladder the best rung is what we made; the ingest knows what came.
    return this.#copies ? (this.#media ?? told) : (told ?? this.#media);
  }

  /** The best of what goes out, by its last segment. */
  get made(): MediaFacts | null {
    return this.#media;
  }

  /** Between the publisher's last key frames, the newest last. Empty where those that go out are our own. */
  get keyFrameGaps(): readonly number[] {
    return this.#copies ? this.#gaps : [];
  }

  get bitrateKbps(): number {
    if (this.#incoming !== null) return (this.#incoming.bitsPerSecond ?? 0) / 1000;
    const bytes = this.#recent.reduce((sum, segment) => sum + segment.bytes, 0);
    return this.#seconds > 0 ? (bytes * 8) / 1000 / this.#seconds : 0;
  }

  /** Null while nothing has come in, or not for long enough to say how much. */
  get health(): Health | null {
    const { media } = this;
    if (media === null || this.#recent.length === 0 || this.#incoming?.bitsPerSecond === null) return null;
    const frames = this.#recent.reduce((sum, segment) => sum + segment.frames, 0);
    const gap = this.#gaps.at(-1);
    return {
      bitrateKbps: Math.round(this.bitrateKbps),
      fps: round(this.#seconds > 0 ? frames / this.#seconds : 0),
      keyframeSeconds: gap === undefined ? null : round(gap),
      droppedFrames: this.droppedFrames,
      media,
    };
  }

  get #seconds(): number {
    return this.#recent.reduce((sum, { seconds }) => sum + seconds, 0);
  }
}

const round = (value: number): number => Math.round(value * 100) / 100;

export function factsOf({ video, audio }: SegmentScan): MediaFacts {
  return {
    videoCodec: video?.codec ?? null,
    videoCodecs: video?.codecs || null,
    width: video?.width ?? null,
    height: video?.height ?? null,
    fps: video?.fps == null ? null : round(video.fps),
    audioCodec: audio?.codec ?? null,
    audioCodecs: audio?.codecs || null,
    audioChannels: audio?.channels ?? null,
    audioHz: audio?.hz ?? null,
  };
}
