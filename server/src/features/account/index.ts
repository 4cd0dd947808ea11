export { hashPassword } from './passwords.ts';
export { serveAccount } from './routes.ts';
export { readSession } from './sessions.ts';
export { findOwnerEmail } from './store.ts';
export { sweepSessions } from './sweep.ts';
