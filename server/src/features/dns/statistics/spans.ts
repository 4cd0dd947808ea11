import { fieldProblem } from '../../../lib/problem.ts';

export type Step = 'hour' | 'day' | 'month';
/** From the start of the first step to the end of the last, in UTC. */
export type Span = { step: Step; from: Date; until: Date };

export const hoursOf = ({ year, month, day }: { year: number; month: number; day: number }): Span => {
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day > days) throw fieldProblem('invalid_input', 'day', `This month has ${days} days`);
  return { step: 'hour', from: utc(year, month - 1, day), until: utc(year, month - 1, day + 1) };
};

export const daysOf = ({ year, month }: { year: number; month: number }): Span => ({
  step: 'day',
  from: utc(year, month - 1),
  until: utc(year, month),
});

export const monthsOf = ({ year }: { year: number }): Span => ({
  step: 'month',
  from: utc(year, 0),
  until: utc(year + 1, 0),
});

/** With today as the last one. */
export const last30Days = (now: Date): Span => ({
  step: 'day',
  from: utc(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - 29),
  until: utc(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1),
});

export const monthsSince = (then: Date, now: Date): Span => ({
  step: 'month',
  from: utc(then.getUTCFullYear(), then.getUTCMonth()),
  until: utc(now.getUTCFullYear(), now.getUTCMonth() + 1),
});

/** The starts of the span's steps that have begun, oldest first, and where the last of them ends. */
export function beginSteps({ step, from, until }: Span, now: Date): { starts: Date[]; end: Date } {
  const starts: Date[] = [];
  let at = from;
  while (at < until && at <= now) {
    starts.push(at);
    at = next(step, at);
  }
  return { starts, end: at };
}

function next(step: Step, at: Date): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (step === 'month') return utc(year, month + 1);
  return step === 'day' ? utc(year, month, day + 1) : new Date(at.getTime() + 3_600_000);
}

const utc = (year: number, month: number, day = 1) => new Date(Date.UTC(year, month, day));
