/** The installation's secret in tests. */
export const testSecret = 'a secret that only tests have, 32+ characters';
