import { ErrorReply, errorStatus } from '@headwater/contract/lib/errors';
import { isPermission, type Route } from '@headwater/contract/lib/route';
import type { OpenAPIV3_1 } from 'openapi-types';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadFeatures } from './features.ts';
import { useWorld } from './testing/index.ts';

const world = useWorld({ HEADWATER_PUBLIC_URL: 'https://panel.riverside.example' });
const isPublic = ([, route]: [string, Route]) => !route.internal;
const described = (await loadFeatures()).flatMap(({ routes = {} }) => Object.entries(routes)).filter(isPublic);
let document: OpenAPIV3_1.Document;
let operations: [string, OpenAPIV3_1.OperationObject][];
beforeAll(async () => {
  const { status, body } = await world.ask(null, 'GET', '/openapi.json');
  expect(status).toBe(200);
  document = body;
  operations = Object.entries(document.paths!).flatMap(([path, item]) =>
    Object.entries(item!).map(([method, operation]): [string, OpenAPIV3_1.OperationObject] => [
      `${method.toUpperCase()} ${path}`,
      operation as OpenAPIV3_1.OperationObject,
    ]),
  );
});
// What is made anew has no version that somebody could have looked at.
const isEdited = ({ revised, method, status }: Route) => revised && method !== 'GET' && status !== 201;
const operationOf = (name: string) => operations.find(([, operation]) => operation.operationId === name)![1];
const responsesOf = (name: string) =>
  Object.entries(operationOf(name).responses!) as [string, OpenAPIV3_1.ResponseObject][];

const examplesOf = ({ example, examples = {} }: OpenAPIV3_1.MediaTypeObject): unknown[] =>
  example ? [example] : Object.values(examples).map((one) => (one as OpenAPIV3_1.ExampleObject).value);

describe('the description of the API', () => {
  test('is OpenAPI 3.1, of this installation', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info).toMatchObject({ title: 'Headwater API', version: '5.10.3' });
    expect(document.servers).toEqual([{ url: 'https://panel.riverside.example/api/v1' }]);
    expect(document.components?.securitySchemes).toEqual({ bearer: { type: 'http', scheme: 'bearer' } });
  });

  test('has every public route of the contract under its name, and no other', () => {
    const expected = described.map(([, { method, path }]) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(operations.map(([where]) => where).toSorted()).toEqual(expected.toSorted());
    const names = operations.map(([, { operationId }]) => String(operationId));
    expect(names.toSorted()).toEqual(described.map(([name]) => name).toSorted());
    expect(JSON.stringify(document)).not.toMatch(/\/nodes\/|"\/settings/);
  });

  test('says of each route what it is, what it belongs to and who may call it', () => {
    for (const [name, route] of described) {
      const operation = operationOf(name);
      expect(operation).toMatchObject({ summary: route.summary, tags: [route.tag] });
      expect(operation.security ?? document.security, name).toEqual(route.access === 'public' ? [] : [{ bearer: [] }]);
      const forPeople = route.access === 'session' || route.people === true;
      expect(operation.description?.includes('For people only'), name).toBe(forPeople);
      if (isPermission(route.access)) expect(operation.description, name).toContain(`\`${route.access}\``);
      const inPath = route.path.match(/(?<=:)\w+/g) ?? [];
      const declared = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
      expect(
        declared
          .filter((one) => one.in === 'path')
          .map((one) => one.name)
          .toSorted(),
        name,
      ).toEqual(inPath.toSorted());
      expect(Boolean(operation.requestBody), name).toBe(Boolean(route.body));
      const ofHeaders = declared.filter((one) => one.in === 'header').map((one) => one.name);
      const once = route.access !== 'public' && route.method === 'POST' ? ['Idempotency-Key'] : [];
      expect(ofHeaders, name).toEqual([...once, ...(isEdited(route) ? ['If-Match'] : [])]);
    }
  });

  test('names every error that a route may answer with, by status, each with an example', () => {
    for (const [name, route] of described) {
      const responses = responsesOf(name);
      expect(responses.map(([status]) => status)).toContain(String(route.status));
      const failures = responses.filter(([status]) => Number(status) >= 400);
      const codes = failures.flatMap(([status, response]) => {
        const media = response.content!['application/json']!;
        expect(media.schema).toMatchObject({ $ref: '#/components/schemas/Error' });
        return examplesOf(media).map((example) => {
          const { code } = ErrorReply.parse(example);
          expect(errorStatus[code]).toBe(Number(status));
          expect(response.description).toContain(code);
          return code;
        });
      });
      const wanted = ['internal', 'unavailable', ...(route.errors ?? [])];
      if (route.access !== 'public') wanted.push('expired_token', 'invalid_key');
      if (isPermission(route.access)) wanted.push('email_unverified', 'forbidden');
      if (route.access === 'session' || route.access === 'caller') wanted.push('forbidden');
      // What holds for every route that people and keys use.
      wanted.push('rate_limited');
      if (route.access !== 'public' && route.method === 'POST')
        wanted.push('idempotency_conflict', 'idempotency_cut_off');
      if (route.notForCdnPlus) wanted.push('cdn_plus');
      if (route.stepUp) wanted.push('step_up_required');
      if (isEdited(route)) wanted.push('stale');
      if (route.body) wanted.push('invalid_input', 'malformed_json', 'body_too_large', 'unsupported_media_type');
      else if (route.params || route.query) wanted.push('invalid_input');
      expect(codes.toSorted(), name).toEqual([...new Set(wanted)].toSorted());
    }
  });

  test('has an example of every body that is sent, and of every object that is received', () => {
    for (const [name, route] of described.filter(([, route]) => route.body)) {
      const body = operationOf(name).requestBody as OpenAPIV3_1.RequestBodyObject;
      const given = examplesOf(body.content['application/json']!);
      expect(given.length, name).toBeGreaterThan(0);
      for (const one of given) expect(route.body!.safeParse(one).success, name).toBe(true);
    }
    for (const name of [
      'Client',
      'Contact',
      'Service',
      'Zone',
      'Deployment',
      'Purge',
      'PurgeDetails',
      'DnsDomain',
      'DnsRecord',
      'Stream',
      'StreamHealth',
      'StreamSession',
      'Recording',
    ]) {
      const schema = document.components?.schemas?.[name] as { examples?: unknown[] };
      expect(schema.examples?.length, name).toBeGreaterThan(0);
    }
  });

  test('says wherever the password of publishers may be sent what its pattern cannot: how long it is once it is asked for', () => {
    const told: string[] = [];
    JSON.stringify(document, (name, value) => {
      if (name === 'rtmpauth' && value.properties) told.push(value.properties.password.description);
      return value;
    });
    expect(told.length).toBeGreaterThan(0);
    for (const words of told) expect(words).toMatch(/^8 characters or more where it is asked for/);
  });

  test('leads nowhere and carries nothing in vain: each shape is referred to, each reference resolves', () => {
    const text = JSON.stringify(document);
    const referred = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => String(name)));
    expect([...referred].toSorted()).toEqual(Object.keys(document.components!.schemas!).toSorted());
    expect(text).not.toContain('Default Response');
  });
});
