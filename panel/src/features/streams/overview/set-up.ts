import type { StreamSettings } from '@headwater/contract/streams/settings';

/** Between key frames: a segment begins at one, and viewers can join there. */
export const keyframeSeconds = 2;

type Place = { url: string; key: string; settings: Pick<StreamSettings, 'rtmpauth'> };

const quoted = (text: string) => `"${text.replace(/[\\"$`]/g, '\\$&')}"`;

/** A command that publishes a file as encoders should: constant bitrate, a key frame every two seconds. */
export function ffmpegCommand({ url, key, settings }: Place): string {
  const { enabled, username, password } = settings.rtmpauth;
  const sent = enabled
    ? `${url}/${key}?user=${encodeURIComponent(username)}&password=${encodeURIComponent(password)}`
    : `${url}/${key}`;
  return [
    'ffmpeg -re -i input.mp4',
    '  -c:v libx264 -preset veryfast -profile:v high -pix_fmt yuv420p',
    '  -b:v 2500k -minrate 2500k -maxrate 2500k -bufsize 5000k',
    `  -force_key_frames "expr:gte(t,n_forced*${keyframeSeconds})" -sc_threshold 0`,
    '  -c:a aac -b:a 128k -ar 48000 -ac 2',
    `  -f flv ${quoted(sent)}`,
  ].join(' \\\n');
}
