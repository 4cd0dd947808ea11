/** The public door of the video engine: ffmpeg cuts, encodes, joins and looks; what it wrote is read here without it. */
export { NotEncodable } from './checked.ts';
export {
  type EncodeRequest,
  encodeArgv,
  firstTimestampSeconds,
  listFolder,
  plannedBitRate,
  rungNames,
} from './encode-argv.ts';
export { type FfmpegPrograms, type Fonts, type FoundFfmpeg, ffmpegPackages, findFfmpeg } from './find.ts';
export { type LaidEncode, layEncode } from './lay.ts';
export { emptyWhenLong, readProgress, readTail } from './log-file.ts';
export type { SegmentFile } from './part-choice.ts';
export { PreviewFailed, type PreviewRequest, renderFilterFrame } from './preview.ts';
export { ffprobeFile, type Probed, type ProbedStream } from './probe.ts';
export { isAlive, readUsage, type Usage } from './process.ts';
export { type Progress, ProgressReader, readLastProgress } from './progress.ts';
export { NotRemuxable, type Remuxed, type RemuxRequest, remuxToMp4 } from './remux.ts';
export { type StartOptions, startFfmpeg, stop } from './run.ts';
export type { EncodeFilter, EncodeInput, EncodeRung } from './shapes.ts';
export { type SegmentScan, scanSegment } from './ts-scan.ts';
