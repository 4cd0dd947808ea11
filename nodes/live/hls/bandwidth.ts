import type { Segment } from '../segments/types.ts';

export type Bandwidth = { peak: number; average: number };

/**
 * As the format measures: the most bits a second of any run of segments between half and one and a half target durations;
 * and of all of them together.
 */
export function measureBandwidth(segments: readonly Segment[], targetSeconds: number): Bandwidth {
  let bits = 0;
  let seconds = 0;
  let peak = 0;
  for (let from = 0; from < segments.length; from++) {
    let runBits = 0;
    let runSeconds = 0;
    for (let to = from; to < segments.length && runSeconds <= targetSeconds * 1.5; to++) {
      const segment = segments[to]!;
      runBits += segment.sizeBytes * 8;
      runSeconds += segment.durationSeconds;
      if (runSeconds >= targetSeconds / 2 && runSeconds <= targetSeconds * 1.5) {
        peak = Math.max(peak, runBits / runSeconds);
      }
    }
    bits += segments[from]!.sizeBytes * 8;
    seconds += segments[from]!.durationSeconds;
  }
  const average = seconds === 0 ? 0 : bits / seconds;
  return { peak: Math.max(1, Math.ceil(Math.max(peak, average))), average: Math.max(1, Math.ceil(average)) };
}
