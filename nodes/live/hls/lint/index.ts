export { lintDelta } from './delta.ts';
export type { Finding } from './findings.ts';
export { lintMaster } from './master.ts';
export { lintMedia } from './media.ts';
export { type Fetch, type Found, type Look, lintPresentation } from './presentation.ts';
export { lintRefresh } from './refresh.ts';
export { lintRungs } from './rungs.ts';
export { scanBytes } from './scan.ts';
export { lintBandwidth, lintSegment, type Scanned } from './segments.ts';
