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

/** The version that the footer shows. */
export const versionText = 'V5.10.3 (BETA)';
