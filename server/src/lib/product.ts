/** The version of this program, as package.json has it. */
export const version = '5.10.3';

/** Who the demo signs in as; the seed makes this account. */
export const demoSignIn = { email: 'demo@headwater.test', password: 'headwater-demo' };
