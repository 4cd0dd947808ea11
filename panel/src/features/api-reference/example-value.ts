import type { Description, Media, Schema } from './openapi.ts';
import { withoutNull } from './schema-words.ts';

const byFormat: Record<string, string> = {
  'date-time': '2026-11-21T09:30:00.000Z',
  date: '2026-11-21',
  email: 'dana@riverside.example',
  ipv4: '203.0.113.7',
};

const byType: Record<string, unknown> = { string: 'text', integer: 1, number: 1, boolean: true, null: null };

/** Deeper than this a shape contains itself. */
const deepest = 6;

/** A value as the schema allows it: its own example where it has one. */
export function exampleOf(schema: Schema, description: Description, depth = 0): unknown {
  const { choices, nullable } = withoutNull(schema, description);
  const [one] = choices;
  if (!one) return nullable ? null : {};
  const given = [schema.example, ...(schema.examples ?? []), one.example, ...(one.examples ?? []), one.const];
  const own = [...given, ...(one.enum ?? [])].find((value) => value !== undefined);
  if (own !== undefined) return own;
  if (depth > deepest) return null;
  if (one.type === 'array') return one.items ? [exampleOf(one.items, description, depth + 1)] : [];
  if (one.properties) {
    return Object.fromEntries(
      Object.entries(one.properties).map(([name, part]) => [name, exampleOf(part, description, depth + 1)]),
    );
  }
  if (one.type === 'object') return {};
  return byFormat[one.format ?? ''] ?? byType[String(one.type)] ?? null;
}

/** What a body or an answer looks like. */
export function exampleOfMedia(media: Media, description: Description): unknown {
  const [first] = Object.values(media.examples ?? {});
  if (first) return first.value;
  return media.example ?? (media.schema ? exampleOf(media.schema, description) : undefined);
}
