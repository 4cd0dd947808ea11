import type { Alert } from '@headwater/contract/account/schema';

/** A trial whose end is near or past. */
export type Trial = { id: number; product: string; domain: string; trial_ends_at: string };

/** An alert stays the same, word for word, until it is over: notifications tell them apart by their words. */
export const alertsOf = (isVerified: boolean, trials: Trial[], now = new Date()): Alert[] => [
  ...(isVerified ? [] : [unverified]),
  ...trials.map((trial) => (new Date(trial.trial_ends_at) > now ? trialEnding(trial) : trialEnded(trial))),
];

const unverified: Alert = {
  id: 'email-unverified',
  message: 'Your e-mail address is not verified yet: services open once it is.',
  linkText: null,
  link: null,
  severity: 'warning',
};

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const trialEnding = ({ id, product, domain, trial_ends_at }: Trial): Alert => ({
  id: `trial-ending-${id}`,
  message: `Your trial of ${product} for ${domain} ends on ${dateFormat.format(new Date(trial_ends_at))}.`,
  linkText: 'Open the service',
  link: `/${id}`,
  severity: 'warning',
});

const trialEnded = ({ id, product, domain }: Trial): Alert => ({
  id: `trial-ended-${id}`,
  message: `Your trial of ${product} for ${domain} has ended. If you want to go on with the service, tell us.`,
  linkText: 'See your services',
  link: '/home',
  severity: 'danger',
});
