import type { Description, Schema } from './openapi.ts';
import { limitWords, typeWords, withoutNull } from './schema-words.ts';

export type Field = { path: string; type: string; required: boolean; limits: string[]; words: string };

/** Deeper than this nobody reads a table. */
const deepest = 4;

/** Every field of a schema, those of objects inside as `settings.hostHeader`, those of lists as `files[].path`. */
export function fieldsOf(schema: Schema, description: Description, prefix = '', depth = 0): Field[] {
  const { choices } = withoutNull(schema, description);
  return choices.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, part]) => {
      const path = `${prefix}${name}`;
      const field = {
        path,
        type: typeWords(part, description),
        required: required.includes(name),
        limits: limitWords(part, description),
        words: part.description ?? '',
      };
      return [field, ...(depth < deepest ? inside(part, path, description, depth + 1) : [])];
    }),
  );
}

function inside(part: Schema, path: string, description: Description, depth: number): Field[] {
  return withoutNull(part, description).choices.flatMap((one) => {
    if (one.type === 'array' && one.items) return fieldsOf(one.items, description, `${path}[].`, depth);
    return one.properties ? fieldsOf(one, description, `${path}.`, depth) : [];
  });
}
