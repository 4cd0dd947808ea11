import type { Description, Schema } from './openapi.ts';

/** A schema with its reference followed. */
export function resolved(schema: Schema, description: Description): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return (name !== undefined && description.components?.schemas?.[name]) || schema;
}

const isNull = (schema: Schema) => schema.type === 'null';

/** Choices may be choices again. */
const choicesOf = (whole: Schema, description: Description): Schema[] =>
  whole.anyOf?.flatMap((one) => choicesOf(resolved(one, description), description)) ?? [whole];

/** What a value may be besides null, and whether it may be that. */
export function withoutNull(schema: Schema, description: Description): { choices: Schema[]; nullable: boolean } {
  const whole = resolved(schema, description);
  if (Array.isArray(whole.type)) {
    const choices = whole.type.filter((type) => type !== 'null').map((type) => ({ ...whole, type }));
    return { choices, nullable: choices.length < whole.type.length };
  }
  const all = choicesOf(whole, description);
  return { choices: all.filter((one) => !isNull(one)), nullable: all.some(isNull) };
}

const formats: Record<string, string> = {
  'date-time': 'time (ISO 8601, UTC)',
  date: 'day (ISO 8601)',
  email: 'e-mail address',
  ipv4: 'IPv4 address',
  ipv6: 'IPv6 address',
  cidrv4: 'IPv4 range',
  cidrv6: 'IPv6 range',
};

function wordOf(schema: Schema, description: Description): string {
  if (schema.enum) return schema.enum.length === 1 ? JSON.stringify(schema.enum[0]) : 'one of the words';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `list of ${typeWords(schema.items ?? {}, description)}`;
  return (schema.format && formats[schema.format]) ?? String(schema.type ?? 'any value');
}

/** The kind of value: `string`, `list of one of the words`, `integer or null`. */
export function typeWords(schema: Schema, description: Description): string {
  const { choices, nullable } = withoutNull(schema, description);
  const words = [...new Set(choices.map((one) => wordOf(one, description)))];
  return [...words, ...(nullable ? ['null'] : [])].join(' or ');
}

/** Beyond these a bound only says that the number is one that JSON can carry. */
const carried = Number.MAX_SAFE_INTEGER;

function boundsOf(least: number | undefined, most: number | undefined, unit: string): string[] {
  const count = (value: number) => `${value.toLocaleString('en')}${unit}`;
  if (least !== undefined && most !== undefined) return [`${least.toLocaleString('en')} to ${count(most)}`];
  if (least !== undefined) return [`at least ${count(least)}`];
  return most === undefined ? [] : [`at most ${count(most)}`];
}

/** What a value must keep to, in words. */
export function limitWords(schema: Schema, description: Description): string[] {
  const { choices } = withoutNull(schema, description);
  const limits = choices.flatMap((one) => {
    const inner = one.type === 'array' && one.items ? resolved(one.items, description) : one;
    const least = one.exclusiveMinimum === undefined ? one.minimum : one.exclusiveMinimum + 1;
    return [
      ...(inner.enum && inner.enum.length > 1 ? [inner.enum.map(String).join(', ')] : []),
      ...boundsOf(one.minLength, one.maxLength, ' characters'),
      ...boundsOf(least === -carried ? undefined : least, one.maximum === carried ? undefined : one.maximum, ''),
      ...boundsOf(one.minItems, one.maxItems, ' entries'),
    ];
  });
  const usual =
    schema.default === undefined || schema.default === '' ? [] : [`default ${JSON.stringify(schema.default)}`];
  return [...new Set([...limits, ...usual])];
}
