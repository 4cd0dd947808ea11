/** Texts that the product promises word for word, wherever they are shown. */
export const messages = {
  expiredToken: 'Expired token',
  sessionExpired: 'Session expired. Please login again.',
  loginFailed: 'An error occurred',
  noServices: 'No Services',
  purgeFailed: 'Error!',
  somethingWentWrong: 'Something went wrong',
  zonesNotValid: 'Zones is not valid',
} as const;

/** How long short messages stay on screen, in milliseconds. */
export const toastDurations = {
  success: 4000,
  info: 5000,
  warning: 6000,
  error: 8000,
  /** What the screen itself is about to show. */
  brief: 2000,
  /** More than a few words, or a way back. */
  long: 8000,
  videoSuccess: 2000,
  /** Runs out visibly. */
  domainAdded: 2500,
  domainSuccess: 4000,
  domainWarning: 6000,
  domainError: 8000,
} as const;
export type ToastDuration = keyof typeof toastDurations;

/** The version of this program; a test holds the packages to it. */
export const version = '5.10.3';

/** The version as the footer shows it. */
export const versionText = 'V5.10.3 (BETA)';
