import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import './issue-words.ts';

const wordsOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
const letters = 'a b c d e f g h i j k l m'.split(' ');
const tagged = z.discriminatedUnion('type', [
  z.object({ type: z.literal('push') }),
  z.object({ type: z.literal('pull') }),
]);

describe('what a schema refuses without a sentence of its own is told in plain words', () => {
  const refusals: [string, z.ZodType, unknown, string][] = [
    ['a field that is missing', z.object({ name: z.string() }), {}, 'Required'],
    ['a choice that is missing', z.object({ kind: z.enum(['edge', 'dns']) }), {}, 'Required'],
    ['a tag that is missing', tagged, {}, 'Required'],
    ['a number for a text', z.string(), 1, 'Must be a text'],
    ['null for a text', z.string(), null, 'Must be a text'],
    ['a text for a number', z.number(), '1', 'Must be a number'],
    ['what is no number at all', z.coerce.number(), 'x', 'Must be a number'],
    ['a fraction', z.int(), 1.5, 'Must be a whole number'],
    ['a fraction of a number', z.number().int(), 1.5, 'Must be a whole number'],
    ['a text for a switch', z.boolean(), 'yes', 'Must be true or false'],
    ['an object for a list', z.array(z.string()), {}, 'Must be a list'],
    ['a list for an object', z.object({}), [], 'Must be an object'],
    ['a text for a record', z.record(z.string(), z.string()), 'x', 'Must be an object'],
    ['what is never there', z.never(), 1, 'Not accepted'],
    ['nothing in a text', z.string().min(1), '', 'Must not be empty'],
    ['a short text', z.string().min(8), 'x', 'Use at least 8 characters'],
    ['a long text', z.string().max(2000), 'x'.repeat(2001), 'Use at most 2,000 characters'],
    ['a text of another length', z.string().length(1), 'xy', 'Use exactly 1 character'],
    ['a small number', z.number().min(1), 0, 'Must be at least 1'],
    ['zero', z.number().positive(), 0, 'Must be more than 0'],
    ['a large number', z.number().max(65_535), 65_536, 'Must be at most 65,535'],
    ['a number at its end', z.number().lt(10), 10, 'Must be less than 10'],
    ['an empty list', z.array(z.string()).min(1), [], 'Must not be empty'],
    ['a short list', z.array(z.string()).min(2), ['x'], 'Must have at least 2 entries'],
    ['a long list', z.array(z.string()).max(1), ['x', 'y'], 'Must have at most 1 entry'],
    ['an e-mail address', z.email(), 'x', 'Must be an e-mail address'],
    ['an address', z.url(), 'x', 'Must be an address such as https://example.com'],
    ['a time', z.iso.datetime(), 'x', 'Must be a time such as 2026-01-31T12:00:00Z'],
    ['a date', z.iso.date(), 'x', 'Must be a date such as 2026-01-31'],
    ['a pattern', z.string().regex(/^[a-z]+$/), '1', 'Must match /^[a-z]+$/'],
    ['a beginning', z.string().startsWith('/'), 'x', 'Must begin with “/”'],
    ['an end', z.string().endsWith('.'), 'x', 'Must end with “.”'],
    ['a part', z.string().includes('@'), 'x', 'Must contain “@”'],
    ['another form', z.nanoid(), 'x', 'Not accepted'],
    ['a step', z.number().multipleOf(5), 7, 'Must be a multiple of 5'],
    ['a field that nobody knows', z.strictObject({}), { colour: 1 }, 'Unknown field: colour'],
    ['fields that nobody knows', z.strictObject({}), { a: 1, b: 1 }, 'Unknown fields: a, b'],
    ['one value', z.literal('x'), 'y', 'Must be x'],
    ['a choice', z.enum(['edge', 'dns', '']), 'toaster', 'Must be one of: edge, dns, “”'],
    ['a long choice', z.enum(letters), '-', 'Must be one of: a, b, c, d, e, f, g, h, i, j and 3 more'],
    ['a tag', tagged, { type: 'pool' }, 'Must be one of: push, pull'],
    ['kinds', z.union([z.literal(0), z.literal(1)]), 2, 'Must be 0 or 1'],
    ['kinds of address', z.union([z.ipv4(), z.ipv6()]), 'x', 'Must be an IPv4 address or an IPv6 address'],
    ['kinds that are deeper', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), {}, 'Not accepted'],
    ['a name', z.record(z.string().max(2), z.string()), { abc: '' }, 'Its name: Use at most 2 characters'],
    ['what has another reason', z.custom(() => false), 1, 'Not accepted'],
  ];
  test.each(refusals)('%s', (_, schema, value, words) => expect(wordsOf(schema, value)).toBe(words));
});

test('a sentence that a schema gives stays as it is', () => {
  expect(wordsOf(z.string('Enter a name'), undefined)).toBe('Enter a name');
  expect(wordsOf(z.string().min(1, 'Enter a name'), '')).toBe('Enter a name');
  expect(wordsOf(z.union([z.ipv4(), z.ipv6()], { error: 'Enter an address' }), 'x')).toBe('Enter an address');
});
