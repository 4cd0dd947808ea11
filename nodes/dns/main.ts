import { runProgram } from '../lib/program.ts';
import { runDns } from './agent.ts';
import { readSettings } from './settings.ts';

await runProgram('the DNS agent', (signal) => runDns(readSettings(process.env), signal));
