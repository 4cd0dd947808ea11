/** Who the demo signs in as; the seed makes this account. */
export const demoSignIn = { email: 'demo@headwater.test', password: 'headwater-demo' };
