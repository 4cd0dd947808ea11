import { version } from '@headwater/contract/lib/messages';
import type { OpenAPIV3_1 } from 'openapi-types';
import { exampleErrors } from './describe-errors.ts';
import type { Settings } from './settings.ts';

/** An operation whose answer is not the JSON envelope. */
type Sending = OpenAPIV3_1.OperationObject & { 'x-sends'?: string; 'x-headers'?: RouteHeader[] };

export type RouteHeader = 'Idempotency-Key' | 'If-Match';
const headers: Record<RouteHeader, OpenAPIV3_1.ParameterObject> = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same request with the same key happens once within 24 hours, and is answered alike each time.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that the change is based on; refused with 412 when somebody else was faster.',
    schema: { type: 'string' },
  },
};

/** What the generator leaves to do: examples beside a reference, and shapes that no route leads to. */
export function finishDescription(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  for (const item of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(item ?? {}) as Sending[]) {
      const { responses = {}, 'x-sends': sends, 'x-headers': taken = [] } = operation;
      addExamples(responses);
      if (sends) responses['200'] = { description: 'Success', content: { [sends]: {} } };
      if (taken.length > 0)
        operation.parameters = [...(operation.parameters ?? []), ...taken.map((name) => headers[name])];
      delete operation['x-sends'];
      delete operation['x-headers'];
      liftExample(operation.requestBody);
    }
  }
  return dropUnused(document);
}

/** The generator puts `examples` beside a body's schema, and leaves a single `example` inside. */
function liftExample(requestBody: OpenAPIV3_1.OperationObject['requestBody']): void {
  const media = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;
  const schema = media?.schema as { example?: unknown } | undefined;
  if (!media || schema?.example === undefined) return;
  media.example = schema.example;
  delete schema.example;
}

function addExamples(responses: OpenAPIV3_1.ResponsesObject): void {
  for (const [status, response] of Object.entries(responses)) {
    const media = 'content' in response ? response.content?.['application/json'] : undefined;
    if (media && Number(status) >= 400) media.examples = exampleErrors(response.description ?? '');
  }
}

/** Each named shape is made twice, for input and for output. */
function dropUnused(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const schemas = document.components?.schemas ?? {};
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name!)) continue;
      used.add(name!);
      follow(schemas[name!]);
    }
  };
  follow(document.paths ?? {});
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...document.components, schemas: kept } };
}

/** The head of the API description; its routes come from the contract. */
export const describeApi = (settings: Settings): Partial<OpenAPIV3_1.Document> => ({
  openapi: '3.1.0',
  info: {
    title: `${settings.providerName} API`,
    version,
    description:
      'Every answer is JSON with `result`: `success` and the named object, or `error` with `message`, a stable `code` and `requestId`. ' +
      'Send an API key, or the token that `POST /auth/login` answers, as `Authorization: Bearer`. ' +
      'Every answer says how many requests are left (`RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset`); beyond them it is 429 with `Retry-After`.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: `${settings.publicUrl}/api/v1` }],
  security: [{ bearer: [] }],
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
});
