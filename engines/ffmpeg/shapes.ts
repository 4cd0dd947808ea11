/**
 * What the contract calls Profile and Filter, as plain shapes. Whoever starts an encoder hands over what it was given;
 * each value is looked at again (`checked.ts`) before it stands on a command line.
 */
import type { FontName } from './find.ts';

export type Rate = { mode: 'bitrate'; kbps: number } | { mode: 'crf'; crf: number; maxKbps: number };

export type EncodeRung = {
  size: 'source' | '1080p' | '720p' | '540p' | '480p' | '360p' | '240p';
  rate: Rate;
  fps: 'source' | number;
  gopSeconds: number;
  preset: 'ultrafast' | 'superfast' | 'veryfast' | 'faster' | 'fast' | 'medium';
  profile: 'baseline' | 'main' | 'high';
  level: 'auto' | '3.0' | '3.1' | '4.0' | '4.1' | '4.2' | '5.1';
  audio: { kbps: number; channels: number };
};

export type Position =
  | 'top-left'
  | 'top'
  | 'top-right'
  | 'left'
  | 'center'
  | 'right'
  | 'bottom-left'
  | 'bottom'
  | 'bottom-right';

export type EncodeFilter = {
  deinterlace: 'off' | 'auto' | 'always';
  crop: { topPercent: number; rightPercent: number; bottomPercent: number; leftPercent: number } | null;
  /** Laid only where there is an image, too. */
  logo: { position: Position; scalePercent: number; marginPercent: number; opacityPercent: number } | null;
  text: {
    text: string;
    font: FontName;
    sizePercent: number;
    color: string;
    position: Position;
    marginPercent: number;
    box: boolean;
  } | null;
  image?: { mediaType: 'image/png' | 'image/jpeg'; base64: string } | null;
};

/** What an encoder reads. */
export type EncodeInput =
  /** A session of the RTMP gate on this machine. */
  | { kind: 'session'; url: string }
  /** A source of the customer's: where it is fetched from was decided, and its addresses were checked, by the caller. */
  | {
      kind: 'source';
      format: 'rtmp' | 'hls' | 'mp4';
      url: string;
      /** With RTMP to a checked address in `url`: the URL by its name, as the server is to see it. */
      tcUrl?: string;
      userAgent?: string;
    };
