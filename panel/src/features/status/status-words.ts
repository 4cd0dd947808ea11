import type { StatusWord } from '@headwater/contract/status/routes';
import type { Tone } from '../../lib/deployment-words.ts';
import { formatCount, formatShare } from '../../lib/format.ts';
import type { Part } from './status-query.ts';

export const statusWords: Record<StatusWord, { tone: Tone; word: string; sentence: string }> = {
  operational: { tone: 'live', word: 'Operational', sentence: 'Everything works' },
  degraded: { tone: 'pending', word: 'Degraded', sentence: 'Some parts do not work as they should' },
  outage: { tone: 'failed', word: 'Outage', sentence: 'Some parts do not work' },
  unknown: { tone: 'off', word: 'Unknown', sentence: 'Of some parts nothing is known' },
};

/** A share as the page shows it. One that is less than whole never reads `100 %`. */
export const uptimeWords = (uptime: number | null): string => formatShare(uptime ?? 0, uptime === null ? 0 : 1);

/** How a day's bar is drawn: a day without a check is no good day. */
export function toneOf(uptime: number | null): Tone {
  if (uptime === null) return 'off';
  if (uptime === 1) return 'live';
  return uptime >= 0.95 ? 'pending' : 'failed';
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `21 Nov 2026: 99.3 % of 1,440 checks`. Days are those of UTC, as they are counted. */
export function dayWords({ day, checks, uptime }: Part['days'][number]): string {
  const date = dayFormat.format(new Date(day));
  if (uptime === null) return `${date}: no checks`;
  return `${date}: ${uptimeWords(uptime)} of ${formatCount(checks)} check${checks === 1 ? '' : 's'}`;
}

/** The bars of a part for those who hear them. */
export function barsWords({ name, uptime, days }: Part): string {
  const checked = days.filter((day) => day.uptime !== null);
  if (checked.length === 0) return `${name}: no checks yet`;
  const whole = checked.filter((day) => day.uptime === 1).length;
  return `${name}: ${uptimeWords(uptime)} over ${days.length} days. ${whole} of ${checked.length} days with checks were without trouble.`;
}
