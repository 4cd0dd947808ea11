#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { become } from './become.mjs';
import { ensurePackages, findNode, projectFolder } from './packages.mjs';

await ensurePackages();
const launch = join(projectFolder, 'supervisor/src/launch.ts');
become(realpathSync(findNode()), ['--disable-warning=ExperimentalWarning', launch, ...process.argv.slice(2)]);
