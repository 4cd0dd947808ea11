/** For tests and measurements with real programs. */
export { endProcess } from './end-process.ts';
export { freePort } from './free-port.ts';
