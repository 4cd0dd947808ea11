import { join } from 'node:path';
import type { SegmentIndex } from '../segments/segment-index.ts';
import { Encoder, type EncoderEnd, type SegmentGroup } from './encoder.ts';
import { PartWriter, type Written } from './part-writer.ts';
import type { RunRecord } from './run-record.ts';

export type RunEvents = {
  /** Answers which session it belongs to; null: to none, and it is thrown away. */
  onSegments: (group: SegmentGroup) => string | null;
  onWritten: (group: SegmentGroup, written: Written) => void;
  onEnded: (end: EncoderEnd) => void;
  onStalled: () => void;
  isForbidden: () => boolean;
  onEndless: () => void;
};

/** One encoder that runs, and what it makes on its way into the index. */
export class Run {
  readonly record: RunRecord;
  readonly encoder: Encoder;
  /** How many of its segments are in the index since this program watches it. */
  written = 0;

  /** `after`: what is to be in the index first, such as the last segment of the run before. */
  constructor(index: SegmentIndex, mediaFolder: string, record: RunRecord, after: Promise<void>, events: RunEvents) {
    this.record = record;
    const writer = new PartWriter({ index, record, targetSeconds: record.targetSeconds });
    this.encoder = new Encoder(record, join(mediaFolder, record.streamId, record.id), writer.readOnFrom, after, {
      onSegments: (group) => {
        const sessionId = events.onSegments(group);
        if (sessionId === null) return;
        const written = writer.write(group, sessionId, Date.now());
        this.written += 1;
        events.onWritten(group, written);
      },
      onEnded: events.onEnded,
      onStalled: events.onStalled,
      isForbidden: events.isForbidden,
      onEndless: events.onEndless,
    });
  }

  get id(): string {
    return this.record.id;
  }
}
