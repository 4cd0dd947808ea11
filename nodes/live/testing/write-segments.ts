import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countingSinceMs } from '../segments/counting.ts';
import { SegmentIndex } from '../segments/segment-index.ts';

/** A program that adds segments to an index as fast as it can, until it is killed; it says each number that it was given. */
const [folder = ''] = process.argv.slice(2);
const mediaFolder = join(folder, 'media');
const index = new SegmentIndex({ folder, mediaFolder, nowMs: () => countingSinceMs });
const media = { codecs: 'avc1.64001f', width: 640, height: 360, fps: 25 };
for (let run = 0; ; run++) {
  const rungs = [{ rung: 'v0' }, { rung: 'v1' }];
  const sessionId = `s${process.pid}x${run >> 2}`;
  const part = index.openPart({ streamId: 'news', sessionId, rungs, startedAtMs: Date.now() });
  for (let n = 0; n < 20; n++) {
    let number = 0;
    for (const { rung } of rungs) {
      const file = `news/${part}-${rung}-${n}.ts`;
      mkdirSync(join(mediaFolder, 'news'), { recursive: true });
      writeFileSync(join(mediaFolder, file), 'x');
      const facts = { startedAtMs: Date.now(), durationSeconds: 0.01, sizeBytes: 1, keyFrames: 1, media };
      number = index.addSegment({ streamId: 'news', part, rung, file, ...facts });
    }
    process.stdout.write(`${part} ${number}\n`);
  }
  if (run % 4 === 3) index.endSession('news', sessionId);
  if (run % 3 === 2) index.prune('news', Date.now() - 100, []);
}
