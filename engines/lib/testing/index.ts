/** For tests and measurements with real programs. */
export { findFreePort as freePort } from '../free-port.ts';
export { endProcess } from './end-process.ts';
