import type { EncoderEnd } from './encoder.ts';
import { redactOf } from './redact.ts';
import type { RunRecord } from './run-record.ts';

/** It also finishes when nothing more can be written. */
const isOurs = (line: string): boolean => /^Conversion failed|writ(e|ing)\b|muxing|No space left/i.test(line);

/** Why an encoder ended by itself, for people. What it says at the end of a file is of no use to them. */
export function whyEnded(record: RunRecord, { line, isFinished }: EncoderEnd, sources: number): string {
  if (record.pulled === null || !isFinished || isOurs(line))
    return redactOf(record, line) || 'It was killed, or ended without a word.';
  const next = sources > 1 ? 'the sources are tried anew' : 'is fetched anew';
  return `The source came to its end, and ${next}.`;
}
