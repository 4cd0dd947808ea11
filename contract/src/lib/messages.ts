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

/** The version of this program; a test holds the packages to it. */
export const version = '5.10.3';

/** The version as the footer shows it. */
export const versionText = 'V5.10.3 (BETA)';
