/** For whoever runs engines: ports of this machine. */
export { findFreePort, reservePort } from './free-port.ts';
export { tryTcpPort, tryUdpPort } from './try-port.ts';
