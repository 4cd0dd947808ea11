import type { Moment } from '../segments/types.ts';
import { writeAddress } from './addresses.ts';
import { shownAt } from './rungs.ts';
import type { View } from './views.ts';

/** Of the numbers that tell the time again, so that small errors of durations do not add up over hours. */
const timeEvery = 32;
/** What durations may differ from the time before it is told again. */
const driftMs = 50;
/** In target durations, the least that the format allows: what a player that has the rest must be sent anew. */
const skipTargets = 6;

/** A playlist from which nothing is left out. `entries` come from where they are kept, for long views. */
export function renderMedia(view: View, rung: number, entries: readonly string[] = entriesOf(view, rung)): string {
  const first = entryOf(view.session.moments, view.from, rung, true);
  return [
    headOf(view, hasGap(view, rung) ? 8 : 6),
    first,
    ...entries.slice(1),
    view.isEnded ? '#EXT-X-ENDLIST\n' : '',
  ].join('');
}

/** For players that have the rest already (EXT-X-SKIP); null where that is nothing, or where nothing more will come. */
export function renderDelta(
  view: View,
  rung: number,
  entries: readonly string[] = entriesOf(view, rung),
): string | null {
  if (!maySkip(view)) return null;
  const { moments } = view.session;
  let shown = view.to + 1;
  for (let seconds = 0; shown > view.from && seconds < skipSeconds(view); ) {
    seconds += shownAt(moments[--shown]!, rung).segment.durationSeconds;
  }
  const skipped = shown - view.from;
  if (skipped === 0) return null;
  const first = `#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}\n${entryOf(moments, shown, rung, true)}`;
  return [headOf(view, 9), first, ...entries.slice(skipped + 1)].join('');
}

export function entriesOf({ session, from, to }: View, rung: number): string[] {
  const entries: string[] = [];
  for (let at = from; at <= to; at++) entries.push(entryOf(session.moments, at, rung, false));
  return entries;
}

/** Depends on nothing but the moment and the one before it: what was written once stays as it is. */
export function entryOf(moments: readonly Moment[], at: number, rung: number, isFirst: boolean): string {
  const moment = moments[at]!;
  const before = moments[at - 1];
  const { rung: name, segment } = shownAt(moment, rung);
  const drift = before === undefined ? 0 : Math.abs(moment.startedAtMs - before.endMs);
  const tellsTime = isFirst || isDiscontinuous(moment) || drift > driftMs || moment.number % timeEvery === 0;
  return [
    isDiscontinuous(moment) ? '#EXT-X-DISCONTINUITY\n' : '',
    tellsTime ? `#EXT-X-PROGRAM-DATE-TIME:${new Date(moment.startedAtMs).toISOString()}\n` : '',
    segment.gap ? '#EXT-X-GAP\n' : '',
    `#EXTINF:${segment.durationSeconds.toFixed(5)},\n../s/${name}/${writeAddress(moment)}.ts\n`,
  ].join('');
}

/**
 * EXT-X-TARGETDURATION is the session's: its longest segment so far, and at least what the part was opened with. A
 * publisher whose key frames move apart makes it grow, although it should not change (RFC 8216bis 6.2.1): a segment longer
 * than it would make the playlist invalid, and one cut between key frames could not be played alone. It never shrinks
 * before the next session.
 */
function headOf(view: View, version: number): string {
  const first = view.session.moments[view.from]!;
  const { targetSeconds } = view.session.moments[view.to]!;
  return [
    '#EXTM3U\n',
    `#EXT-X-VERSION:${version}\n`,
    `#EXT-X-TARGETDURATION:${targetSeconds}\n`,
    view.kind === 'vod' ? '#EXT-X-PLAYLIST-TYPE:VOD\n' : '',
    maySkip(view) ? `#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=${skipSeconds(view).toFixed(3)}\n` : '',
    `#EXT-X-MEDIA-SEQUENCE:${first.number}\n`,
    // A tag on the first segment is counted by it alone: it stays for as long as its segment.
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first.discontinuity - (isDiscontinuous(first) ? 1 : 0)}\n`,
    '#EXT-X-INDEPENDENT-SEGMENTS\n',
  ].join('');
}

const isDiscontinuous = ({ number, part }: Moment): boolean => !part.isFirst && number === part.firstNumber;

const maySkip = ({ kind, isEnded }: View): boolean => kind === 'rewind' && !isEnded;

function hasGap({ session: { moments }, from, to }: View, rung: number): boolean {
  for (let at = from; at <= to; at++) if (shownAt(moments[at]!, rung).segment.gap) return true;
  return false;
}

const skipSeconds = ({ session, to }: View): number => session.moments[to]!.targetSeconds * skipTargets;
