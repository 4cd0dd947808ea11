/** The public door of the engine that takes in RTMP: one nginx that lets in whom a hook lets in, and gives it to players on this machine. */
export { RtmpControl } from './control.ts';
export { findNginxRtmp, rtmpPackages } from './find.ts';
export { type HookCall, readHookCall } from './hook.ts';
export { layRtmp, type RtmpLayout, type RtmpOptions, testRtmp } from './lay.ts';
export type { RtmpSession, RtmpStat } from './stat.ts';
