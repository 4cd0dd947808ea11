/** Units that a time is typed in, the largest first. */
export const delayUnits = [
  { value: 'hours', label: 'hours', seconds: 3600 },
  { value: 'minutes', label: 'minutes', seconds: 60 },
  { value: 'seconds', label: 'seconds', seconds: 1 },
] as const;
export type DelayUnit = (typeof delayUnits)[number]['value'];

export const secondsOf = (unit: DelayUnit): number => delayUnits.find(({ value }) => value === unit)?.seconds ?? 1;

/** The largest unit that a time is a whole number of. */
export const unitOf = (seconds: number): DelayUnit =>
  delayUnits.find((unit) => seconds >= unit.seconds && seconds % unit.seconds === 0)?.value ?? 'seconds';
