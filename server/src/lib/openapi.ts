import { version } from '@headwater/contract/lib/messages';
import type { OpenAPIV3_1 } from 'openapi-types';
import { exampleErrors } from './describe-errors.ts';
import type { Settings } from './settings.ts';

/** An operation whose answer is not the JSON envelope. */
type Sending = OpenAPIV3_1.OperationObject & { 'x-sends'?: string };

/** What the generator leaves to do: examples beside a reference, and shapes that no route leads to. */
export function finishDescription(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  for (const item of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(item ?? {}) as Sending[]) {
      const { responses = {}, 'x-sends': sends } = operation;
      addExamples(responses);
      if (sends) responses['200'] = { description: 'Success', content: { [sends]: {} } };
      delete operation['x-sends'];
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
      'Sign in with `POST /auth/login` and send the token as `Authorization: Bearer`.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: `${settings.publicUrl}/api/v1` }],
  security: [{ bearer: [] }],
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
});
