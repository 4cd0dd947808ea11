import { countOn } from './counting.ts';
import { filesBelow } from './files.ts';
import { list, listSession, rangeOf } from './listing.ts';
import { loadTimelines } from './load.ts';
import { Records } from './records.ts';
import {
  append,
  emptyTimeline,
  lastMomentOf,
  nextMoment,
  type PartTimeline,
  placeInTime,
  type SessionTimeline,
  type StreamTimeline,
} from './timeline.ts';
import type { ListedSegment, NewPart, NewSegment, OpenPart, Segment, SessionRange, Stretch } from './types.ts';

/**
 * Every closed segment of every stream: SQLite is the truth, memory is what playlists are made from. All rungs of a part
 * count together, so that one number is one time in all of them; what one rung has and another lacks is not listed.
 */
export class SegmentIndex {
  readonly #mediaFolder: string;
  readonly #records: Records;
  readonly #nowMs: () => number;
  #streams: Map<string, StreamTimeline>;

  /** `folder` holds the database; segment files are named relative to `mediaFolder`. */
  constructor(options: { folder: string; mediaFolder: string; nowMs?: () => number }) {
    this.#mediaFolder = options.mediaFolder;
    this.#nowMs = options.nowMs ?? Date.now;
    this.#records = new Records(options.folder);
    this.#streams = loadTimelines(this.#records, options.mediaFolder);
  }

  /** A new run of an encoder; the session begins with its first. Gives the part's number. */
  openPart(given: NewPart): number {
    const stream = this.#streams.get(given.streamId) ?? emptyTimeline(given.streamId);
    const session = stream.sessions.find(({ sessionId }) => sessionId === given.sessionId);
    if (session?.isEnded) throw new Error(`Session ${given.sessionId} has ended`);
    if (given.rungs.length === 0) throw new Error('A part needs at least one rung');
    this.#change('for good', () => {
      for (const other of stream.sessions.slice()) if (other !== session) this.#close(stream, other);
      if (session !== undefined) this.#closePart(stream, session);
      countOn(stream, this.#nowMs(), session === undefined);
      this.#begin(stream, session ?? this.#newSession(stream, given.sessionId), given);
    });
    this.#streams.set(given.streamId, stream);
    return stream.nextPart - 1;
  }

  /** Gives the media sequence number. A file that is known already keeps the number that it has. */
  addSegment(given: NewSegment): number {
    const { stream, place } = this.#place(given);
    const rung = place.part.rungs.findIndex((one) => one.rung === given.rung);
    if (rung < 0) throw new Error(`Part ${given.part} has no rung ${given.rung}`);
    const known = numberOfFile(stream, place, rung, given.file);
    if (known !== null) return known;
    const facts = place.part.rungs[rung]!;
    if (facts.media === null && given.media === undefined) throw new Error(`Nothing is known of rung ${given.rung}`);
    const number = stream.nextNumber + place.waiting[rung]!.length;
    const segment: Segment = {
      file: given.file,
      startedAtMs: placeInTime(stream, place, rung, given.startedAtMs),
      // As playlists write it, so that no rounding of theirs exceeds the target duration.
      durationSeconds: Math.max(1, Math.round(given.durationSeconds * 100_000)) / 100_000,
      sizeBytes: given.sizeBytes,
      keyFrames: given.keyFrames,
      gap: false,
    };
    const media = facts.media;
    place.waiting[rung]!.push(segment);
    try {
      this.#records.commit(() => {
        if (media === null) {
          facts.media = given.media!;
          this.#records.savePart(given.streamId, place);
        }
        this.#records.saveSegment(given.streamId, given.part, rung, number, segment);
        const moment = nextMoment(stream, place);
        if (moment === undefined) return;
        this.#records.saveMoment(given.streamId, moment);
        const { number: last, discontinuity, endMs } = moment;
        const { firstPart, nextPart } = stream;
        const counters = { firstPart, nextPart, nextNumber: last + 1, nextDiscontinuity: discontinuity + 1 };
        this.#records.saveCounters(given.streamId, { ...counters, lastEndMs: Math.max(stream.lastEndMs, endMs) });
      });
    } catch (error) {
      place.waiting[rung]!.pop();
      facts.media = media;
      throw error;
    }
    const moment = nextMoment(stream, place);
    if (moment !== undefined) append(stream, place, moment);
    return number;
  }

  endSession(streamId: string, sessionId: string): void {
    const stream = this.#streams.get(streamId);
    const session = stream?.sessions.find((one) => one.sessionId === sessionId);
    if (stream !== undefined && session !== undefined) this.#change('', () => this.#close(stream, session));
  }

  /** Where a restarted agent goes on; null where the stream's last session has ended. */
  openPartOf(streamId: string): OpenPart | null {
    const stream = this.#streams.get(streamId);
    const place = stream?.parts.get(stream.nextPart - 1);
    if (stream === undefined || place === undefined || place.session.isEnded) return null;
    const { part, sessionId, startedAtMs } = place.part;
    const last = place.session.moments.at(-1);
    const rungs = place.part.rungs.map(({ rung }, index) => {
      const waiting = place.waiting[index]!;
      const lastListed = last?.part === place.part ? last.segments[index]!.file : null;
      return {
        rung,
        segments: stream.nextNumber - place.part.firstNumber + waiting.length,
        lastFile: waiting.at(-1)?.file ?? lastListed,
      };
    });
    return { part, sessionId, startedAtMs, rungs };
  }

  /** What playlists are made from; not to be changed. */
  timelineOf(streamId: string): StreamTimeline | undefined {
    return this.#streams.get(streamId);
  }

  /** The file of a listed segment, by its place in its part; null where there is none, or none any more. */
  find(streamId: string, rung: string, part: number, place: number): string | null {
    const found = this.#streams.get(streamId)?.parts.get(part);
    const oldest = found?.session.moments[0];
    if (found === undefined || oldest === undefined) return null;
    const moment = found.session.moments[found.part.firstNumber + place - oldest.number];
    if (moment?.part !== found.part) return null;
    const segment = moment.segments[found.part.rungs.findIndex((one) => one.rung === rung)];
    return segment === undefined || segment.gap ? null : segment.file;
  }

  list(streamId: string, rung: string, stretch: Stretch): ListedSegment[] {
    return list(this.#streams.get(streamId), rung, stretch);
  }

  /** Of the best rung of each part, unless another one is named. */
  listSession(sessionId: string, rung?: string): ListedSegment[] {
    return listSession(this.#sessionOf(sessionId)?.session, rung);
  }

  sessionRange(sessionId: string): SessionRange | null {
    const found = this.#sessionOf(sessionId);
    return found === undefined ? null : rangeOf(found.stream.streamId, found.session);
  }

  /** Forgets what ended before `keepFromMs`, but for those sessions and the window of a live one. Gives the files to delete. */
  prune(streamId: string, keepFromMs: number, exceptSessions: Iterable<string>): string[] {
    const stream = this.#streams.get(streamId);
    if (stream === undefined) return [];
    const kept = new Set(exceptSessions);
    const newest = stream.sessions.findLast(({ moments }) => moments.length > 0);
    const files = stream.loose.splice(0);
    this.#change('', () => {
      for (const session of stream.sessions.slice()) {
        if (kept.has(session.sessionId)) continue;
        const isLive = session === newest && !session.isEnded;
        const windowFirst = isLive ? session.moments.at(-1)!.windowFirst : Number.POSITIVE_INFINITY;
        const keep = session.moments.findIndex(({ number, endMs }) => number >= windowFirst || endMs >= keepFromMs);
        const removed = session.moments.splice(0, keep < 0 ? session.moments.length : keep);
        for (const moment of removed) {
          const { part, number, segments } = moment;
          this.#records.forgetNumbers(streamId, part.part, number, number);
          for (const { file, gap } of segments) if (!gap) files.push(file);
        }
        this.#forgetEmpty(stream, session);
      }
    });
    return files;
  }

  /** Forgets a stream, but not how far it counted: it may come back. Gives the files to delete. */
  dropStream(streamId: string): string[] {
    const stream = this.#streams.get(streamId);
    if (stream === undefined) return [];
    this.#records.commit(() => this.#records.forgetStream(stream));
    this.#streams.set(streamId, { ...stream, sessions: [], parts: new Map(), loose: [] });
    const segments = [
      ...stream.sessions.flatMap(({ moments }) => moments.flatMap((moment) => moment.segments)),
      ...[...stream.parts.values()].flatMap(({ waiting }) => waiting.flat()),
    ];
    return [...stream.loose, ...segments.filter(({ gap }) => !gap).map(({ file }) => file)];
  }

  /** Files without a row below a folder of the media folder, such as `news`: to be taken in, or deleted. */
  strays(below: string): string[] {
    const known = new Set<string>();
    for (const stream of this.#streams.values()) {
      for (const { moments } of stream.sessions) {
        for (const { segments } of moments) for (const { file } of segments) known.add(file);
      }
      for (const { waiting } of stream.parts.values()) for (const { file } of waiting.flat()) known.add(file);
    }
    return [...filesBelow(this.#mediaFolder, below)].filter((file) => file.endsWith('.ts') && !known.has(file));
  }

  /** Of every stream of which something is here. */
  streamIds(): string[] {
    const isThere = ({ sessions, loose }: StreamTimeline): boolean => sessions.length > 0 || loose.length > 0;
    return [...this.#streams.values()].filter(isThere).map(({ streamId }) => streamId);
  }

  close(): void {
    this.#records.close();
  }

  /** What the disk refused is not in memory either. */
  #change(how: 'for good' | '', work: () => void): void {
    try {
      if (how === 'for good') this.#records.commitForGood(work);
      else this.#records.commit(work);
    } catch (error) {
      this.#streams = loadTimelines(this.#records, this.#mediaFolder);
      throw error;
    }
  }

  #place({ streamId, part }: NewSegment): { stream: StreamTimeline; place: PartTimeline } {
    const stream = this.#streams.get(streamId);
    const place = stream?.parts.get(part);
    if (stream === undefined || place === undefined || place.session.isEnded || part !== stream.nextPart - 1) {
      throw new Error(`Part ${part} of stream ${streamId} is not open`);
    }
    return { stream, place };
  }

  #sessionOf(sessionId: string): { stream: StreamTimeline; session: SessionTimeline } | undefined {
    for (const stream of this.#streams.values()) {
      const session = stream.sessions.find((one) => one.sessionId === sessionId);
      if (session !== undefined) return { stream, session };
    }
    return undefined;
  }

  #newSession(stream: StreamTimeline, sessionId: string): SessionTimeline {
    const session = { sessionId, isEnded: false, firstPart: stream.nextPart, moments: [] };
    this.#records.saveSession(stream.streamId, sessionId, stream.nextPart);
    stream.sessions.push(session);
    return session;
  }

  #begin(stream: StreamTimeline, session: SessionTimeline, given: NewPart): void {
    const shiftMs = Math.max(0, stream.lastEndMs - given.startedAtMs);
    const place: PartTimeline = {
      part: {
        part: stream.nextPart,
        sessionId: session.sessionId,
        startedAtMs: given.startedAtMs + shiftMs,
        targetSeconds: Math.max(1, Math.round(given.targetSeconds ?? 1)),
        firstNumber: stream.nextNumber,
        isFirst: stream.nextPart === stream.firstPart,
        rungs: given.rungs.map(({ rung, codecs, width = null, height = null, fps = null, plannedBitRate = null }) => ({
          rung,
          media: codecs === undefined ? null : { codecs, width, height, fps },
          plannedBitRate,
        })),
      },
      session,
      shiftMs,
      waiting: given.rungs.map(() => []),
    };
    stream.nextPart++;
    this.#records.saveCounters(stream.streamId, stream);
    this.#records.savePart(stream.streamId, place);
    stream.parts.set(place.part.part, place);
  }

  #close(stream: StreamTimeline, session: SessionTimeline): void {
    if (session.isEnded) return;
    this.#closePart(stream, session);
    session.isEnded = true;
    this.#records.endSession(session.sessionId);
    this.#forgetEmpty(stream, session);
  }

  /** What waits for a rung that will not come is not listed, and its numbers are given anew. */
  #closePart(stream: StreamTimeline, session: SessionTimeline): void {
    const place = stream.parts.get(stream.nextPart - 1);
    if (place?.session !== session) return;
    const waiting = place.waiting.flat();
    stream.loose.push(...waiting.filter(({ gap }) => !gap).map(({ file }) => file));
    this.#records.forgetNumbers(stream.streamId, place.part.part, stream.nextNumber, Number.MAX_SAFE_INTEGER);
    place.waiting = place.part.rungs.map(() => []);
    if (lastMomentOf(place) === undefined) this.#forgetPart(stream, place);
  }

  #forgetEmpty(stream: StreamTimeline, session: SessionTimeline): void {
    const inUse = new Set(session.moments.map(({ part }) => part));
    const open = session.isEnded ? null : stream.nextPart - 1;
    for (const place of stream.parts.values()) {
      if (place.session === session && place.part.part !== open && !inUse.has(place.part)) {
        this.#forgetPart(stream, place);
      }
    }
    if (!session.isEnded || session.moments.length > 0) return;
    this.#records.forgetSession(session.sessionId);
    stream.sessions.splice(stream.sessions.indexOf(session), 1);
  }

  #forgetPart(stream: StreamTimeline, { part }: PartTimeline): void {
    this.#records.forgetPart(stream.streamId, part.part);
    stream.parts.delete(part.part);
  }
}

/** How far behind the newest one a segment may be told of again: after a restart, a few are. */
const toldAgain = 100;

function numberOfFile({ nextNumber }: StreamTimeline, place: PartTimeline, rung: number, file: string): number | null {
  const { part, session, waiting } = place;
  const queued = waiting[rung]!.findIndex((segment) => segment.file === file);
  if (queued >= 0) return nextNumber + queued;
  const { moments } = session;
  for (let at = moments.length - 1; at >= Math.max(0, moments.length - toldAgain); at--) {
    const moment = moments[at]!;
    if (moment.part === part && moment.segments[rung]!.file === file) return moment.number;
  }
  return null;
}
