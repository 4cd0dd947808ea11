import type { z } from 'zod';

/** The first sentence for each field that a schema does not accept, by the field's path: `settings.hostHeader`. */
export function problemsOf(schema: z.ZodType, value: unknown): Record<string, string> {
  const { error } = schema.safeParse(value);
  const problems: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) problems[path.join('.')] ??= message;
  return problems;
}
