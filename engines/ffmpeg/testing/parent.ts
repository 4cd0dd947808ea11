/** A parent for a test to kill: starts the encoder that it is told, says what identifies it, and waits. */
import { startFfmpeg } from '../index.ts';

const started = startFfmpeg(JSON.parse(process.argv[2]!));
process.stdout.write(`${JSON.stringify(started)}\n`);
setInterval(() => {}, 1000);
