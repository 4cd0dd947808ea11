import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const program = (name: string) => join(root, 'node_modules', '.bin', name);

/** Everything that is judged without running the product. */
const steps: [string, string[]][] = [
  ['types', [program('tsc'), '-b']],
  ['lint', [program('oxlint'), '--type-aware', '--deny-warnings']],
  ['format and imports', [program('biome'), 'check', '--error-on-warnings']],
  ['room borders', [process.execPath, join(root, 'scripts', 'borders.ts')]],
];

const results = steps.map(([name, [command = '', ...args]]) => {
  const startedAtMs = performance.now();
  const passed = spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0;
  console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name} (${((performance.now() - startedAtMs) / 1000).toFixed(1)} s)`);
  return passed;
});

const failed = results.filter((passed) => !passed).length;
const report = process.env.HEADWATER_CHECK_REPORT;
if (report) writeFileSync(report, JSON.stringify({ passed: results.length - failed, failed }));
console.log(`${results.length - failed} checks passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
