import { readFile } from 'node:fs/promises';

/** Null for a file that is lost. One that cannot be read now may be read later: that is an error. */
export async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
