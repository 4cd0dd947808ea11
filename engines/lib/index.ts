/** For whoever runs engines: ports of this machine, and streams that take no more for now. */
export { findFreePort, reservePort } from './free-port.ts';
export { tryTcpPort, tryUdpPort } from './try-port.ts';
export { untilDrained } from './until-drained.ts';
