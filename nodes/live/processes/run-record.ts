/** One run of an encoder as it is written down: who starts after a kill -9 finds it, reads on, or ends it. */
export type RunRecord = {
  id: string;
  streamId: string;
  /** `encode` from a publisher, or `pull`. */
  name: 'encode' | 'pull';
  pid: number;
  startTicks: number;
  startedAtMs: number;
  /** The best first, `v0`, `v1`, … */
  rungs: string[];
  /** Of each rung, in bits a second; none of a copy. */
  plannedBitRates: number[];
  /** Whether what comes in goes out as it is. */
  copies: boolean;
  /** How long segments are meant to be; null where the publisher's key frames say. */
  targetSeconds: number | null;
  /** What it reads, without a name or a password. */
  from: string;
  /** Of a pulled source, for the gate that an agent after this one opens again. */
  pulled: { url: string; password: string } | null;
};
