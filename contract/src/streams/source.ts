import { z } from 'zod';

/** What we fetch a stream from. */
export const SourceUrl = z
  .string()
  .trim()
  .min(1, 'Enter the address of the source')
  .max(2048, 'Use at most 2,048 characters')
  .refine((text) => sourceProblem(text) === null, {
    error: (issue) =>
      sourceProblem(String(issue.input)) ?? 'Enter an address such as rtmp://live.example.com/app/stream',
  });

const schemes = /^(rtmps?|https?):\/\//i;

/** Why a text cannot be a source, in words for the person who typed it; null when it can. */
export function sourceProblem(text: string): string | null {
  const shape = 'Enter an address such as rtmp://live.example.com/app/stream or https://example.com/live/index.m3u8';
  if (/[\s\\\p{Cc}]/u.test(text)) return 'The address must not contain spaces, backslashes or control characters';
  if (!schemes.test(text)) return `${shape}: it must start with rtmp://, rtmps://, http:// or https://`;
  if (!URL.canParse(text)) return shape;
  const url = new URL(text);
  if (url.hash || text.includes('#')) return 'The address must not contain a fragment (#…)';
  if (url.port === '0') return 'Port 0 cannot be reached';
  if (url.hostname === '') return shape;
  const isRtmp = url.protocol.startsWith('rtmp');
  if (isRtmp && url.pathname.split('/').filter(Boolean).length < 2) {
    return 'An RTMP address names an application and a stream, such as rtmp://live.example.com/app/stream';
  }
  if (!isRtmp && !/\.(m3u8|mp4)$/i.test(url.pathname)) {
    return 'An HTTP source is an HLS playlist or an MP4 file: its path must end in .m3u8 or .mp4';
  }
  return null;
}
