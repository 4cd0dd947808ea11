import { exampleOf, exampleOfMedia } from './example-value.ts';
import type { Description, Parameter } from './openapi.ts';
import type { Entry } from './operations.ts';

type Place = { description: Description; origin: string; serviceId: number };

/** What the reader has to fill in stands as a variable of the shell: `$ZONE_ID`. */
const variableOf = (name: string) => `$${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

const only = ({ schema }: Parameter) => (schema?.enum?.length === 1 ? String(schema.enum[0]) : undefined);

function pathOf({ path, parameters }: Entry, serviceId: number): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    if (name === 'serviceId') return String(serviceId);
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return (parameter && only(parameter)) ?? variableOf(name);
  });
}

function queryOf({ parameters }: Entry, description: Description): string {
  const needed = parameters.filter((one) => one.in === 'query' && one.required);
  const pairs = needed.map(({ name, schema = {}, example }): [string, string] => [
    name,
    String(example ?? exampleOf(schema, description)),
  ]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command for a terminal, good as it is but for what the reader's own things are called. */
export function curlOf(entry: Entry, { description, origin, serviceId }: Place): string {
  const { method, operation, failures, isPublic } = entry;
  const media = operation.requestBody?.content['application/json'];
  const body = media && exampleOfMedia(media, description);
  const streams = Object.values(operation.responses).some(({ content }) => content?.['text/event-stream']);
  const url = `"${origin}/api/v1${pathOf(entry, serviceId)}${queryOf(entry, description)}"`;
  const once = failures.some(({ code }) => code === 'idempotency_conflict');
  const lines = [
    ['curl', ...(streams ? ['-N'] : []), ...(method === 'GET' ? [] : ['-X', method]), url].join(' '),
    ...(isPublic ? [] : ['-H "Authorization: Bearer $HEADWATER_TOKEN"']),
    ...(once ? ['-H "Idempotency-Key: $KEY"'] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ];
  const command = lines.join(' \\\n  ');
  // On a line of its own: the call alone, pasted again after no answer came, is the same call.
  return once ? `KEY=$(openssl rand -hex 16)\n${command}` : command;
}
