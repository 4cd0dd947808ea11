import type { LiveStream } from '@headwater/contract/nodes/live-document';

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
  /** Whether what comes in goes out as it is. */
  copies: boolean;
  /** What it reads, without a name or a password. */
  from: string;
};

export const rungNames = (rungs: LiveStream['rungs']): string[] =>
  rungs.length === 0 ? ['v0'] : rungs.map((_, place) => `v${place}`);
