import { systemRoutes } from '@headwater/contract/system/routes';
import { queryOptions } from '@tanstack/react-query';
import { addressOf } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';

/** As much of JSON Schema and OpenAPI as our description uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  default?: unknown;
  description?: string;
  example?: unknown;
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};
export type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };
export type Parameter = {
  name: string;
  in: 'path' | 'query';
  required?: boolean;
  schema?: Schema;
  description?: string;
  example?: unknown;
};
export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description?: string; content?: Record<string, Media> }>;
};
export type Description = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

/** The description as every client may load it. It is no envelope, so `call` does not read it. */
async function loadDescription(signal: AbortSignal): Promise<Description> {
  let response: Response;
  try {
    response = await fetch(addressOf(systemRoutes.describeApi, {}), { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw CallError.network();
  }
  const body: unknown = await response.json().catch(() => null);
  const read = response.ok && typeof body === 'object' && body !== null && 'paths' in body;
  if (!read) throw CallError.fromAnswer(response.status, body);
  return body as Description;
}

/** It changes only with the version of the program. */
export const descriptionQuery = () =>
  queryOptions({
    queryKey: [systemRoutes.describeApi.path],
    queryFn: ({ signal }) => loadDescription(signal),
    staleTime: Infinity,
  });
