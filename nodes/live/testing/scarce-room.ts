/** The live agent on a disk whose free room a test sets: a number of MiB in the file `free-mebibytes` of the node's folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../../lib/program.ts';
import { runLive } from '../agent.ts';
import { readSettings } from '../settings.ts';

const settings = readSettings(process.env);
const readFreeBytes = async (): Promise<number> => {
  const text = await readFile(join(settings.folder, 'free-mebibytes'), 'utf8').catch(() => '50000');
  return Number(text) * 1024 * 1024;
};

await runProgram('the live agent', (signal) => runLive(settings, signal, { readFreeBytes }));
