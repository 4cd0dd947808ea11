import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type ProbedStream = {
  kind: 'video' | 'audio' | 'other';
  codec: string;
  width: number | null;
  height: number | null;
  fps: number | null;
  channels: number | null;
  hz: number | null;
  startSeconds: number | null;
  durationSeconds: number | null;
};
export type Probed = { format: string; durationSeconds: number; streams: ProbedStream[] };

/** What ffprobe says about a file on this machine; throws with its words where it is no media file. */
export async function ffprobeFile(ffprobe: string, file: string, signal?: AbortSignal): Promise<Probed> {
  const asked = ['-show_entries', 'format=format_name,duration', '-show_streams', '-of', 'json'];
  // A name with a colon would be taken for an address: `file:` says what it is.
  const args = ['-v', 'error', '-protocol_whitelist', 'file', ...asked, `file:${file}`];
  const options = { timeout: 60_000, maxBuffer: 4_000_000, ...(signal ? { signal } : {}) };
  const { stdout } = await promisify(execFile)(ffprobe, args, options);
  const { format = {}, streams = [] } = JSON.parse(stdout) as Said;
  return {
    format: format.format_name ?? '',
    durationSeconds: numberOf(format.duration) ?? 0,
    streams: streams.map(toStream),
  };
}

type Said = { format?: Record<string, string>; streams?: Record<string, string | number>[] };

function toStream(said: Record<string, string | number>): ProbedStream {
  const kind = said.codec_type === 'video' || said.codec_type === 'audio' ? said.codec_type : 'other';
  const [frames = 0, seconds = 0] = String(said.avg_frame_rate ?? '')
    .split('/')
    .map(Number);
  return {
    kind,
    codec: String(said.codec_name ?? ''),
    width: numberOf(said.width),
    height: numberOf(said.height),
    fps: kind === 'video' && frames > 0 && seconds > 0 ? frames / seconds : null,
    channels: numberOf(said.channels),
    hz: numberOf(said.sample_rate),
    startSeconds: numberOf(said.start_time),
    durationSeconds: numberOf(said.duration),
  };
}

function numberOf(value: string | number | undefined): number | null {
  const number = Number(value ?? Number.NaN);
  return Number.isFinite(number) ? number : null;
}
