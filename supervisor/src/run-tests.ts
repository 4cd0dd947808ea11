import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, installEngines } from './engine-packages.ts';
import { buildPanel } from './panel-build.ts';
import { projectFolder } from './settings.ts';
import { say } from './terminal.ts';

type Count = { passed: number; failed: number; skipped: number };
const reports = join(projectFolder, '.cache', 'reports');
const program = (name: string) => join(projectFolder, 'node_modules', '.bin', name);

/** All that must hold: judged without running, tested by room, walked through in a browser. */
function runAll(): Count {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  installEngines(['edge', 'dns', 'live', 'tests']);
  buildPanel();
  const counts = [
    step('Checks', [process.execPath, join(projectFolder, 'scripts/check.ts')], countChecks),
    step('Tests', vitest(), countVitest),
    ...(existsSync(join(projectFolder, 'e2e/playwright.config.ts'))
      ? [step('Browser journeys', [program('playwright'), 'test', '--reporter=list,json'], countPlaywright, 'e2e')]
      : []),
  ];
  const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

function vitest(): string[] {
  const json = `--outputFile.json=${join(reports, 'vitest.json')}`;
  return [program('vitest'), 'run', '--reporter=default', '--reporter=json', json];
}

function step(name: string, [command = '', ...args]: string[], count: () => Count, folder = '.'): Count {
  say(`\n── ${name}`);
  const startedAtMs = performance.now();
  const env = {
    ...process.env,
    HEADWATER_CHECK_REPORT: join(reports, 'checks.json'),
    HEADWATER_BROWSER: process.env.HEADWATER_BROWSER ?? findBrowser() ?? '/usr/bin/chromium',
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
    // The browser's runner asks its own workers for colour, and each would complain of the contradiction.
    ...(process.stdout.isTTY || folder === 'e2e' ? {} : { NO_COLOR: '1' }),
  };
  const { status } = spawnSync(command, args, {
    cwd: join(projectFolder, folder),
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const counted = attempt(count);
  // Something may go wrong outside every test, and a run that leaves no report has not passed.
  const result =
    counted && (status === 0 || counted.failed > 0)
      ? counted
      : { ...(counted ?? { passed: 0, skipped: 0 }), failed: 1 };
  const seconds = Math.round((performance.now() - startedAtMs) / 1000);
  say(`── ${name}: ${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped (${seconds} s)`);
  return result;
}

function countChecks(): Count {
  const { passed, failed } = readReport('checks.json') as { passed: number; failed: number };
  return { passed, failed, skipped: 0 };
}

function countVitest(): Count {
  const report = readReport('vitest.json') as Record<string, number>;
  const count = (key: string) => report[key] ?? 0;
  return {
    passed: count('numPassedTests'),
    failed: count('numFailedTests'),
    skipped: count('numPendingTests') + count('numTodoTests'),
  };
}

function countPlaywright(): Count {
  const { stats } = readReport('playwright.json') as { stats: Record<string, number> };
  const count = (key: string) => stats[key] ?? 0;
  return { passed: count('expected') + count('flaky'), failed: count('unexpected'), skipped: count('skipped') };
}

const readReport = (name: string): unknown => JSON.parse(readFileSync(join(reports, name), 'utf8'));

function attempt(count: () => Count): Count | null {
  try {
    return count();
  } catch {
    return null;
  }
}

const total = runAll();
say(`\n${total.skipped} skipped`);
say(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
