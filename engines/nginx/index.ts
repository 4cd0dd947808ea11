/** The public door of the edge engine: one nginx, one static configuration, zones as data over a control socket. */
export { type EdgeZoneConfig, EdgeControl, type Refusal } from './control.ts';
export { findNginx, type FoundNginx } from './find.ts';
export { type EdgeLayout, type EdgeOptions, layEdge, reopenLogs, testEdge } from './lay.ts';
