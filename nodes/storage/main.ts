import { runProgram } from '../lib/program.ts';
import { runStorage } from './agent.ts';
import { readSettings } from './settings.ts';

await runProgram('the storage agent', (signal) => runStorage(readSettings(process.env), signal));
