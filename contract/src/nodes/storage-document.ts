import { z } from 'zod';

/**
 * What a storage node follows, as rows of the desired-state feed of kind `storage`.
 * Row keys: `recording/<recordingId>` carries a StoredRecording; where the row is deleted, the file is.
 */
export const StoredRecording = z.object({
  id: z.string().regex(/^[a-z0-9]{1,32}$/),
  /** The storage node that keeps it; every other one passes it by. */
  nodeId: z.string(),
  /** What edges and live nodes bring as `X-Headwater-Door`. */
  door: z.string().min(16).max(128),
  sizeBytes: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** True once it was stored: a node that does not have it then refuses the document, and says that it is lost. */
  stored: z.boolean(),
});
export type StoredRecording = z.infer<typeof StoredRecording>;

/** So begins the warning of a storage that has no room: new recordings are brought to others as long as it says so. */
export const storageFullWords = 'The disk of recordings is full';
