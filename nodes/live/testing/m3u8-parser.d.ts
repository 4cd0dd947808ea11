/** What tests read of it; the package brings no types. */
declare module 'm3u8-parser' {
  export class Parser {
    push(text: string): void;
    end(): void;
    manifest: {
      mediaSequence?: number;
      discontinuitySequence?: number;
      targetDuration?: number;
      endList?: boolean;
      skip?: { skippedSegments: number };
      segments: { uri: string; duration: number; timeline: number; programDateTime?: number }[];
      playlists?: { uri: string; attributes: { BANDWIDTH: number; CODECS: string; RESOLUTION?: { width: number } } }[];
    };
  }
}
