#!/usr/bin/env node
import { run } from './run.mjs';

await run('supervisor/src/command-line.ts');
