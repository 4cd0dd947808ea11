import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeArgv, plannedBitRate } from './encode-argv.ts';
import type { EncodeRung, Rate } from './shapes.ts';

const programs = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe', fonts: { sans: 'a', serif: 'b', mono: 'c' } };
const kbps = fc.integer({ min: 50, max: 50_000 });
const rate: fc.Arbitrary<Rate> = fc.oneof(
  fc.record({ mode: fc.constant('bitrate' as const), kbps }),
  fc.record({ mode: fc.constant('crf' as const), crf: fc.integer({ min: 0, max: 51 }), maxKbps: kbps }),
);

test('what a rung is planned to take covers what its encoder is allowed, with the sound, and not much more', () => {
  fc.assert(
    fc.property(rate, fc.integer({ min: 32, max: 512 }), (of, soundKbps) => {
      const rung: EncodeRung = {
        size: 'source',
        rate: of,
        fps: 'source',
        gopSeconds: 2,
        preset: 'ultrafast',
        profile: 'main',
        level: 'auto',
        audio: { kbps: soundKbps, channels: 2 },
      };
      const input = { kind: 'session', url: 'rtmp://127.0.0.1/live/a' } as const;
      const request = { programs, input, rungs: [rung], filter: null, segmentSeconds: 2, startNumber: 0 };
      const argv = encodeArgv({ ...request, programs: programs as never });
      const allowed = (Number.parseInt(argv[argv.indexOf('-maxrate:v') + 1]!, 10) + soundKbps) * 1000;
      expect(plannedBitRate(rung)).toBeGreaterThan(allowed);
      expect(plannedBitRate(rung)).toBeLessThan(allowed * 1.06);
    }),
  );
});
