/** The public door of the edge engine: one nginx, one static configuration, zones as data over a control socket. */

export type { FoundNginx } from '../lib/nginx/find.ts';
export type { AccessLine } from './config.ts';
export { EdgeControl, type EdgeStatus, type Refusal } from './control.ts';
export { findNginx, nginxPackages } from './find.ts';
export { type EdgeLayout, type EdgeOptions, layEdge, reopenLogs, testEdge } from './lay.ts';
export type { EdgeZoneConfig } from './zone.ts';
