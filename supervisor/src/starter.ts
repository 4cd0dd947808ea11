import { readFileSync } from 'node:fs';
import { isRunning, type ProcessFacts, readProcess } from './proc.ts';

const lookEveryMs = 250;
const farthestAncestor = 3;

/**
 * Calls back once the `npm start` that this belongs to has gone. Killed outright it can tell nobody, and its shell
 * lives on: a whole installation would go on unseen.
 */
export function watchStarter(gone: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const npm = findNpm(process.pid);
  if (!npm) return;
  const timer = setInterval(() => {
    if (isRunning(npm.pid, npm.startTicks)) return;
    clearInterval(timer);
    gone();
  }, lookEveryMs);
  timer.unref();
}

function findNpm(pid: number): ProcessFacts | null {
  let facts = readProcess(pid);
  for (let distance = 0; facts && distance < farthestAncestor; distance++) {
    facts = readProcess(facts.parent);
    // npm names itself so, whatever it was started as.
    if (facts && readFileSync(`/proc/${facts.pid}/cmdline`, 'utf8').startsWith('npm ')) return facts;
  }
  return null;
}
