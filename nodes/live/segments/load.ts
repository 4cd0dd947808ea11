import { filesBelow } from './files.ts';
import type { Records } from './records.ts';
import { emptyTimeline, endOf, type PartTimeline, type StreamTimeline } from './timeline.ts';
import type { Moment, Segment } from './types.ts';

/** What the rows say, and the files bear out: a row whose file is missing is a gap. */
export function loadTimelines(records: Records, mediaFolder: string): Map<string, StreamTimeline> {
  const files = new Set(filesBelow(mediaFolder, ''));
  const streams = new Map<string, StreamTimeline>();
  for (const row of records.read('streams', 'stream')) {
    const stream = emptyTimeline(String(row.stream));
    stream.firstPart = Number(row.first_part);
    stream.nextPart = Number(row.next_part);
    stream.nextNumber = Number(row.next_number);
    stream.nextDiscontinuity = Number(row.next_discontinuity);
    stream.lastEndMs = Number(row.last_end_ms);
    streams.set(stream.streamId, stream);
  }
  for (const row of records.read('sessions', 'stream, first_part')) {
    streams.get(String(row.stream))!.sessions.push({
      sessionId: String(row.session),
      isEnded: row.is_ended === 1,
      firstPart: Number(row.first_part),
      moments: [],
    });
  }
  for (const row of records.read('parts', 'stream, part')) {
    const stream = streams.get(String(row.stream))!;
    const place = partOf(stream, row);
    stream.parts.set(place.part.part, place);
  }
  for (const row of records.read('segments', 'stream, part, number, rung')) {
    const place = streams.get(String(row.stream))!.parts.get(Number(row.part))!;
    place.waiting[Number(row.rung)]!.push(segmentOf(row, files));
  }
  const listed = new Map<PartTimeline, number>();
  for (const row of records.read('moments', 'stream, part, number')) {
    const place = streams.get(String(row.stream))!.parts.get(Number(row.part))!;
    const taken = listed.get(place) ?? 0;
    place.session.moments.push(momentOf(place, taken, row));
    listed.set(place, taken + 1);
  }
  for (const [{ waiting }, taken] of listed) for (const rung of waiting) rung.splice(0, taken);
  for (const stream of streams.values()) leaveOutLost(stream, records);
  return streams;
}

type Row = Record<string, string | number>;

function partOf(stream: StreamTimeline, row: Row): PartTimeline {
  const rungs = JSON.parse(String(row.rungs)) as PartTimeline['part']['rungs'];
  return {
    part: {
      part: Number(row.part),
      sessionId: String(row.session),
      startedAtMs: Number(row.started_at_ms),
      targetSeconds: Number(row.target_seconds),
      firstNumber: Number(row.first_number),
      isFirst: Number(row.part) === stream.firstPart,
      rungs,
    },
    session: stream.sessions.find(({ sessionId }) => sessionId === row.session)!,
    shiftMs: Number(row.shift_ms),
    waiting: rungs.map(() => []),
  };
}

function segmentOf(row: Row, files: ReadonlySet<string>): Segment {
  const file = String(row.file);
  return {
    file,
    startedAtMs: Number(row.started_at_ms),
    durationSeconds: Number(row.duration_seconds),
    sizeBytes: Number(row.size_bytes),
    keyFrames: Number(row.key_frames),
    gap: !files.has(file),
  };
}

/** Segments are read in the order of their numbers, and moments too: the first that is not taken in each rung is the moment's. */
function momentOf(place: PartTimeline, taken: number, row: Row): Moment {
  const segments = place.waiting.map((waiting) => waiting[taken]!);
  return {
    number: Number(row.number),
    part: place.part,
    discontinuity: Number(row.discontinuity),
    startedAtMs: segments[0]!.startedAtMs,
    endMs: endOf(segments),
    windowFirst: Number(row.window_first),
    targetSeconds: Number(row.target_seconds),
    segments,
  };
}

/** A session of which no file is left. */
function leaveOutLost(stream: StreamTimeline, records: Records): void {
  for (const { moments } of stream.sessions) {
    if (moments.some(({ segments }) => segments.some(({ gap }) => !gap))) continue;
    records.commit(() => {
      for (const { number, part } of moments.splice(0)) {
        records.forgetNumbers(stream.streamId, part.part, number, number);
      }
    });
  }
}
