export { hashPassword, verifyPassword } from './passwords.ts';
export { findCustomer } from './people.ts';
export { serveAccount } from './routes.ts';
export { readSession } from './sessions.ts';
export { findOwnerEmail } from './store.ts';
export { sweepSessions } from './sweep.ts';
