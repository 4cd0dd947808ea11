import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning, readProcess } from './proc.ts';
import { warn } from './terminal.ts';

const policyFile = '/usr/sbin/policy-rc.d';
const policyMark = '# Placed by Headwater while it installs its engines';

/** Debian's own switch: with it no package's installation starts a service. Returns what lifts it again. */
export function forbidServiceStarts(asRoot: readonly string[]): () => void {
  const present = readPolicy();
  // Another's stays as it is, be it the operator's or that of a Headwater that installs just now.
  if (present !== null && !isLeftover(present)) return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'headwater-'));
  const draft = join(folder, 'policy');
  writeFileSync(draft, writePolicy(process.pid, readProcess(process.pid)?.startTicks ?? 0));
  run([...asRoot, 'install', '-m', '755', draft, policyFile]);
  rmSync(folder, { recursive: true });
  return () => run([...asRoot, 'rm', '-f', policyFile]);
}

/** An installation that was killed could lift nothing, and no service of the whole machine would start again. */
export function clearLeftoverPolicy(): void {
  const present = readPolicy();
  if (present === null || !isLeftover(present)) return;
  const asRoot = findWayToRoot();
  if (asRoot && run([...asRoot, 'rm', '-f', policyFile])) return;
  warn(
    `An installation of Headwater's engines was cut short and left ${policyFile}, which keeps packages from starting ` +
      `their services. Run as root: rm ${policyFile}`,
  );
}

/** The policy names the process that lifts it, so that it can be told whether anyone still will. */
export function writePolicy(pid: number, startTicks: number): string {
  return `#!/bin/sh\n${policyMark} (process ${pid}, ${startTicks})\nexit 101\n`;
}

export function isLeftover(policy: string): boolean {
  if (!policy.includes(policyMark)) return false;
  const [, pid, startTicks] = /\(process (\d+), (\d+)\)/.exec(policy) ?? [];
  return !isRunning(Number(pid), Number(startTicks));
}

function readPolicy(): string | null {
  try {
    return readFileSync(policyFile, 'utf8');
  } catch {
    return null;
  }
}

/** What to put in front of a command to run it as root; null when there is no way without asking for a password. */
export function findWayToRoot(): readonly string[] | null {
  if (process.getuid?.() === 0) return [];
  return run(['sudo', '-n', 'true']) ? ['sudo', '-n'] : null;
}

export function run([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
