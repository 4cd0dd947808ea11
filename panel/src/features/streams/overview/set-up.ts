import type { StreamSettings } from '@headwater/contract/streams/settings';
import { publishKey } from '../publish-key.ts';

/** Between key frames: a segment begins at one, and viewers can join there. */
export const keyframeSeconds = 2;

type Secrets = { key: string; rtmpauth: StreamSettings['rtmpauth'] };

/** Key and password as they are copied, and as they stand on the screen: in words until they are shown. */
export function secretsOf(key: string | null, rtmpauth: Secrets['rtmpauth'], shown: boolean) {
  const hidden: Secrets = { key: 'STREAM-KEY', rtmpauth: { ...rtmpauth, password: 'PASSWORD' } };
  // Those who may not manage streams are told neither.
  const real: Secrets = key === null ? hidden : { key, rtmpauth };
  return { real, seen: shown ? real : hidden };
}

const quoted = (text: string) => `"${text.replace(/[\\"$`]/g, '\\$&')}"`;

/** A command that publishes a file as encoders should: constant bitrate, a key frame every two seconds. */
export function ffmpegCommand(url: string, { key, rtmpauth }: Secrets): string {
  return [
    'ffmpeg -re -i input.mp4',
    '  -c:v libx264 -preset veryfast -profile:v high -pix_fmt yuv420p',
    '  -b:v 2500k -minrate 2500k -maxrate 2500k -bufsize 5000k',
    `  -force_key_frames "expr:gte(t,n_forced*${keyframeSeconds})" -sc_threshold 0`,
    '  -c:a aac -b:a 128k -ar 48000 -ac 2',
    `  -f flv ${quoted(`${url}/${publishKey(key, rtmpauth)}`)}`,
  ].join(' \\\n');
}
