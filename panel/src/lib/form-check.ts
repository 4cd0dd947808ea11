import '@headwater/contract/lib/issue-words';
import type { z } from 'zod';

/** The first sentence for each field that a schema does not accept, by the field's path: `settings.hostHeader`. */
export function problemsOf(schema: z.ZodType, value: unknown): Record<string, string> {
  const { error } = schema.safeParse(value);
  const problems: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) problems[path.join('.')] ??= message;
  return problems;
}

/** The same of a value that stands in a form as one of its fields. */
export const problemsIn = (field: string, schema: z.ZodType, value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problemsOf(schema, value)).map(([path, words]) => [path === '' ? field : `${field}.${path}`, words]),
  );
