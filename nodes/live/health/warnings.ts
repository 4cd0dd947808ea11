import type { LiveState, WarningCode } from '@headwater/contract/nodes/live-report';

/** What is looked at, a second at a time; null where it is not known or has no meaning. */
export type Signs = {
  /** Of the publisher's own, the newest last. */
  keyFrameGaps: readonly number[];
  /** How long pictures have come without a key frame at which a segment could end. */
  openSeconds: number | null;
  hasVideo: boolean | null;
  hasAudio: boolean | null;
  bitrateKbps: number | null;
  /** Of the encoder; 1 keeps up. */
  speed: number | null;
  /** How often timestamps jumped since the last look. */
  jumps: number;
  diskIsLow: boolean;
  /** What speaks against the rungs for what comes in; null where nothing does. */
  neverEnlarged: string | null;
};

type Warning = LiveState['warnings'][number];

const longestGapSeconds = 4.05;
const longestOpenSeconds = 7;
/** How many looks in a row a sign must last before it is told, and be absent before it is taken back. */
const tellAfter: Record<WarningCode, number> = {
  gop_too_long: 2,
  gop_irregular: 5,
  no_audio: 10,
  no_video: 10,
  bitrate_unsteady: 5,
  encoder_behind: 10,
  timestamps_jump: 1,
  low_disk: 1,
  never_enlarged: 2,
};
const takeBackAfter: Record<WarningCode, number> = {
  gop_too_long: 5,
  gop_irregular: 15,
  no_audio: 3,
  no_video: 1,
  bitrate_unsteady: 20,
  encoder_behind: 10,
  timestamps_jump: 60,
  low_disk: 10,
  never_enlarged: 2,
};
const bitrateLooks = 20;

/** Says what is wrong with a stream once it lasts, and until it is over for good: a warning that flickers is not believed. */
export class Warnings {
  readonly #counts = new Map<WarningCode, { seen: number; absent: number; told: Warning | null }>();
  #bitrates: number[] = [];

  /** Once a second. */
  look(signs: Signs): void {
    if (signs.bitrateKbps !== null) this.#bitrates = [...this.#bitrates.slice(1 - bitrateLooks), signs.bitrateKbps];
    for (const [code, message] of Object.entries(this.#judge(signs))) this.#note(code as WarningCode, message);
  }

  list(): Warning[] {
    return [...this.#counts.values()].flatMap(({ told }) => told ?? []);
  }

  #note(code: WarningCode, message: string | null): void {
    const before = this.#counts.get(code) ?? { seen: 0, absent: 0, told: null };
    const seen = message === null ? 0 : before.seen + 1;
    const absent = message === null ? before.absent + 1 : 0;
    let { told } = before;
    if (message !== null && (told !== null || seen >= tellAfter[code])) told = { code, message };
    if (absent >= takeBackAfter[code]) told = null;
    this.#counts.set(code, { seen, absent, told });
  }

  #judge(signs: Signs): Record<WarningCode, string | null> {
    const { keyFrameGaps, openSeconds, hasAudio, hasVideo, speed, jumps, diskIsLow, neverEnlarged } = signs;
    const gap = keyFrameGaps.at(-1) ?? 0;
    const advice = 'Set the key frame interval to 2 seconds';
    const irregular = keyFrameGaps.length >= 4 && Math.max(...keyFrameGaps) > 2 * Math.min(...keyFrameGaps) + 0.5;
    return {
      gop_too_long:
        openSeconds !== null && openSeconds > Math.max(gap, longestOpenSeconds)
          ? `No key frame has come for ${Math.floor(openSeconds)} seconds. ${advice}.`
          : gap > longestGapSeconds
            ? `Key frames are ${gap.toFixed(1)} seconds apart. ${advice}.`
            : null,
      gop_irregular: irregular
        ? `Key frames come ${Math.min(...keyFrameGaps).toFixed(1)} to ${Math.max(...keyFrameGaps).toFixed(1)} seconds apart. ${advice}, and turn scene detection off.`
        : null,
      no_audio:
        hasAudio === false ? 'There is no sound in what is sent. Add an audio source, even a silent one.' : null,
      no_video: hasVideo === false ? 'There is no picture in what is sent. Add a video source.' : null,
      bitrate_unsteady: this.#isUnsteady()
        ? 'The bitrate goes up and down a lot. Set a constant bitrate (CBR), or a lower one if the connection does not carry it.'
        : null,
      encoder_behind:
        speed !== null && speed > 0 && speed < 0.95
          ? `The encoder works at ${Math.round(speed * 100)} % of the speed that it needs. Use fewer or smaller profiles, or a faster preset.`
          : null,
      timestamps_jump: jumps > 0 ? 'The timestamps of what is sent jump. Restart the publisher if it goes on.' : null,
      low_disk: diskIsLow ? 'The live server is short of room: nothing is recorded until there is more.' : null,
      never_enlarged: neverEnlarged,
    };
  }

  /** By how much the seconds differ from their mean, over the last twenty. */
  #isUnsteady(): boolean {
    if (this.#bitrates.length < bitrateLooks) return false;
    const mean = this.#bitrates.reduce((sum, kbps) => sum + kbps, 0) / bitrateLooks;
    const variance = this.#bitrates.reduce((sum, kbps) => sum + (kbps - mean) ** 2, 0) / bitrateLooks;
    return mean > 100 && Math.sqrt(variance) / mean > 0.5;
  }
}
