import { expect, test } from 'vitest';
import { fieldsOf } from './body-fields.ts';
import { curlOf } from './curl.ts';
import { exampleOf } from './example-value.ts';
import type { Description, Operation, Schema } from './openapi.ts';
import { narrow, readGroups } from './operations.ts';
import { limitWords, typeWords } from './schema-words.ts';

const failing = (status: number, code: string) => ({
  [status]: {
    content: { 'application/json': { examples: { [code]: { value: { code, message: `About ${code}.` } } } } },
  },
});

const settings: Schema = {
  type: 'object',
  properties: {
    seconds: { anyOf: [{ type: 'integer', minimum: 0, maximum: 31_536_000 }, { type: 'null' }] },
    query: { type: 'string', enum: ['keep', 'ignore'], default: 'keep' },
  },
};
const create: Operation = {
  operationId: 'createThing',
  summary: 'Create a thing',
  description: 'Permission: `things.manage`.',
  tags: ['Things'],
  parameters: [
    { name: 'serviceId', in: 'path', required: true, schema: { type: 'integer' } },
    { name: 'mode', in: 'path', required: true, schema: { type: 'string', enum: ['http'] } },
    { name: 'thingId', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'query', in: 'query', required: true, schema: { type: 'string' }, example: 'a b' },
    { name: 'page', in: 'query', schema: { type: 'integer', default: 1 } },
  ],
  requestBody: {
    content: { 'application/json': { schema: settings, examples: { one: { value: { name: "Dana's" } } } } },
  },
  responses: { 201: {}, ...failing(409, 'idempotency_conflict'), ...failing(422, 'not_held') },
};
const list: Operation = {
  operationId: 'listOthers',
  summary: 'List others',
  description: 'Open to everybody.',
  tags: ['Others'],
  security: [],
  responses: { 200: {} },
};
const description: Description = {
  paths: { '/services/{serviceId}/{mode}/{thingId}': { post: create }, '/others': { get: list } },
  components: { schemas: { Settings: settings, Loop: { type: 'object', properties: { next: { $ref: '#/x/Loop' } } } } },
};
const groups = readGroups(description);
const entryOf = (id: string) => groups.flatMap(({ entries }) => entries).find((entry) => entry.id === id)!;
const place = { description, origin: 'https://panel.example', serviceId: 1001 };

test('operations stand below what they belong to, with who may call them and each error with its sentence', () => {
  expect(groups.map(({ tag, entries }) => [tag, entries.length])).toEqual([
    ['Others', 1],
    ['Things', 1],
  ]);
  expect(entryOf('createThing')).toMatchObject({ method: 'POST', access: 'Permission: things.manage.' });
  expect(entryOf('listOthers').access).toBe('Open to everybody.');
  expect(entryOf('createThing').failures).toEqual([
    { status: 409, code: 'idempotency_conflict', sentence: 'About idempotency_conflict.' },
    { status: 422, code: 'not_held', sentence: 'About not_held.' },
  ]);
});

test('a search leaves the calls in which each of its words stands', () => {
  const found = (text: string) => narrow(groups, text).flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(found('')).toHaveLength(2);
  expect(found('post THINGS')).toEqual(['createThing']);
  expect(found('things.manage create')).toEqual(['createThing']);
  expect(found('things others')).toEqual([]);
});

test('a command is whole: the service at hand, what only can be, variables for the rest, a body that a shell leaves alone', () => {
  expect(curlOf(entryOf('createThing'), place)).toBe(
    [
      'KEY=$(openssl rand -hex 16)\ncurl -X POST "https://panel.example/api/v1/services/1001/http/$THING_ID?query=a+b"',
      '-H "Authorization: Bearer $HEADWATER_TOKEN"',
      '-H "Idempotency-Key: $KEY"',
      "-H 'Content-Type: application/json'",
      `-d '{"name":"Dana'\\''s"}'`,
    ].join(' \\\n  '),
  );
  expect(curlOf(entryOf('listOthers'), place)).toBe('curl "https://panel.example/api/v1/others"');
});

test('fields are told with type, limits and usual value, those inside by their path', () => {
  const whole: Schema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 100 },
      settings: { $ref: '#/components/schemas/Settings' },
      rows: { type: 'array', maxItems: 50, items: { type: 'object', properties: { id: { type: 'integer' } } } },
    },
  };
  const fields = fieldsOf(whole, description).map(({ path, type, required, limits }) => [path, type, required, limits]);
  expect(fields).toEqual([
    ['name', 'string', true, ['1 to 100 characters']],
    ['settings', 'object', false, []],
    ['settings.seconds', 'integer or null', false, ['0 to 31,536,000']],
    ['settings.query', 'one of the words', false, ['keep, ignore', 'default "keep"']],
    ['rows', 'list of object', false, ['at most 50 entries']],
    ['rows[].id', 'integer', false, []],
  ]);
});

test('bounds that every number of JSON has are not worth a word', () => {
  const any: Schema = { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  expect(limitWords(any, description)).toEqual([]);
  expect(typeWords({ type: ['string', 'null'] }, description)).toBe('string or null');
});

test('choices among choices are told one by one', () => {
  const number: Schema = { anyOf: [{ type: 'number' }, { type: 'string' }] };
  expect(typeWords({ anyOf: [number, { type: 'null' }] }, description)).toBe('number or string or null');
});

test('an example is made where none is given, and a shape that contains itself has an end', () => {
  expect(exampleOf({ $ref: '#/components/schemas/Settings' }, description)).toEqual({ seconds: 1, query: 'keep' });
  expect(exampleOf({ type: 'array', items: { type: 'string', format: 'ipv4' } }, description)).toEqual(['203.0.113.7']);
  expect(JSON.stringify(exampleOf({ $ref: '#/x/Loop' }, description)).length).toBeLessThan(200);
});
