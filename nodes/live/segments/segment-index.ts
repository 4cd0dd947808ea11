import type { ListedSegment, NewPart, NewSegment, OpenPart, SessionRange, Stretch } from './types.ts';

export declare class SegmentIndex {
  /** `folder` holds the database; segment files are named relative to `mediaFolder`. */
  constructor(options: { folder: string; mediaFolder: string });
  /** A new run of an encoder; the session begins with its first. Gives the part's number. */
  openPart(part: NewPart): number;
  /** Gives the media sequence number. A file that is known already keeps the number that it has. */
  addSegment(segment: NewSegment): number;
  endSession(streamId: string, sessionId: string): void;
  /** Where a restarted agent goes on; null where the stream's last session has ended. */
  openPartOf(streamId: string): OpenPart | null;
  list(streamId: string, rung: string, stretch: Stretch): ListedSegment[];
  listSession(sessionId: string, rung?: string): ListedSegment[];
  sessionRange(sessionId: string): SessionRange | null;
  /** Forgets what ended before `keepFromMs`, but for those sessions and the live window. Gives the files to delete. */
  prune(streamId: string, keepFromMs: number, exceptSessions: Iterable<string>): string[];
  /** Forgets a stream. Gives the files to delete. */
  dropStream(streamId: string): string[];
  /** Files without a row below a folder of the media folder, such as `news`. */
  strays(below: string): string[];
  close(): void;
}
