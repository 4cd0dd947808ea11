import { runProgram } from '../lib/program.ts';
import { runEdge } from './agent.ts';
import { readSettings } from './settings.ts';

await runProgram('the edge agent', (signal) => runEdge(readSettings(process.env), signal));
