/** What a player must know of a rung before it fetches anything. `codecs` by RFC 6381, such as `avc1.64001f,mp4a.40.2`. */
export type RungMedia = { codecs: string; width: number | null; height: number | null; fps: number | null };

/** One run of an encoder: timestamps go on within it, and a discontinuity is before it. */
export type NewPart = {
  streamId: string;
  sessionId: string;
  /** The best first, `v0`, `v1`, …; what is not known yet comes with the first segment. */
  rungs: ({ rung: string; plannedBitRate?: number | null } & Partial<RungMedia>)[];
  startedAtMs: number;
  /** How long segments are meant to be; without it the first one tells. */
  targetSeconds?: number;
};

export type NewSegment = {
  streamId: string;
  /** As `openPart` gave it. */
  part: number;
  rung: string;
  /** When its first frame came in: the part's start, and from there by timestamps, not by when files were closed. */
  startedAtMs: number;
  durationSeconds: number;
  sizeBytes: number;
  /** Below the index's media folder, such as `news/s1/v0/17.ts`. */
  file: string;
  keyFrames: number;
  /** Needed once for each rung of a part, unless the part was opened with it. */
  media?: RungMedia;
};

/** One file. */
export type Segment = {
  file: string;
  startedAtMs: number;
  durationSeconds: number;
  sizeBytes: number;
  keyFrames: number;
  /** Its file was lost: playlists say so, and go on. */
  gap: boolean;
};

export type Part = {
  part: number;
  sessionId: string;
  startedAtMs: number;
  targetSeconds: number;
  firstNumber: number;
  /** Nothing came before it that players could go on from. */
  isFirst: boolean;
  /** `plannedBitRate`: the bits a second that its encoder was told to keep to; null where we only copy. */
  rungs: { rung: string; media: RungMedia | null; plannedBitRate: number | null }[];
};

/** One number of the media sequence: a stretch of time, in every rung of its part. */
export type Moment = {
  number: number;
  part: Part;
  discontinuity: number;
  startedAtMs: number;
  endMs: number;
  /** Where the live window began when this was its last: a window never goes back, whatever becomes of its rules. */
  windowFirst: number;
  /** EXT-X-TARGETDURATION as it was then. */
  targetSeconds: number;
  /** In the order of the part's rungs. */
  segments: Segment[];
};

/** A file with what a recording has to know of it. */
export type ListedSegment = Omit<Segment, 'gap'> & { number: number; part: number; media: RungMedia };

export type Stretch = { fromMs?: number; untilMs?: number } | { lastN: number };

export type SessionRange = {
  streamId: string;
  sessionId: string;
  isEnded: boolean;
  firstNumber: number;
  lastNumber: number;
  startedAtMs: number;
  endMs: number;
  durationSeconds: number;
  /** Of the best rung. */
  sizeBytes: number;
};

/** The part that segments are still added to: where a restarted agent goes on reading. */
export type OpenPart = {
  part: number;
  sessionId: string;
  startedAtMs: number;
  rungs: { rung: string; segments: number; lastFile: string | null }[];
};
