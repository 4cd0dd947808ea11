import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Names of files, relative to `root`. A folder that is not there holds none. */
export function* filesBelow(root: string, below: string): Generator<string> {
  for (const entry of entriesOf(join(root, below))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else if (entry.isFile()) yield path;
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
