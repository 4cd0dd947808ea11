type Level = 'info' | 'warn' | 'error';

function write(level: Level, message: string, fields: Record<string, unknown> = {}): void {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...fields })}\n`);
}

/** One line a message, as JSON: the supervisor keeps them, people and programs read them. */
export const log = {
  info: (message: string, fields?: Record<string, unknown>): void => write('info', message, fields),
  warn: (message: string, fields?: Record<string, unknown>): void => write('warn', message, fields),
  error: (message: string, fields?: Record<string, unknown>): void => write('error', message, fields),
};

export const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
