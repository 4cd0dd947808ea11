import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** What a process may raise its own limit to; every connection and every cached file takes one. */
export function openFilesAllowed(): number {
  const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : '';
  const hard = /^Max open files\s+\S+\s+(\S+)/m.exec(limits)?.[1];
  return Math.max(64, Math.min(65_536, hard === 'unlimited' ? 65_536 : Number(hard ?? 1024)));
}

/** Asks nginx whether it accepts its configuration; throws with its words. */
export async function testConfiguration([command, ...flags]: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)(command!, [...flags, '-t', '-q'], { timeout: 15_000 });
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim();
    throw new Error(`nginx refuses its configuration: ${said || (error as Error).message}`);
  }
}
