import { runProgram } from '../lib/program.ts';
import { runLive } from './agent.ts';
import { readSettings } from './settings.ts';

await runProgram('the live agent', (signal) => runLive(readSettings(process.env), signal));
