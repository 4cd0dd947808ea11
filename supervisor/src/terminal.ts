/** What a person reads while Headwater runs. A terminal that went away must not take the programs with it. */
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function warn(text: string): void {
  process.stderr.write(`${text}\n`);
}

export const inWords = (error: unknown): string => (error instanceof Error ? error.message : String(error));
