import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorBody } from '#api/errors.ts';
import { ERROR_NOTES } from '#server/lending/documentation/error-notes.ts';
import { FIELD_NOTES } from '#server/lending/documentation/field-notes.ts';
import { describeApi, type JsonSchema } from '#server/lending/documentation/openapi.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';

const document = describeApi(ENDPOINTS);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const named = operations.map((shown) => [shown.operation.operationId, shown] as const);

describe('the document', () => {
  test('is OpenAPI 3.1 with every endpoint of the table and no other', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    const shown = operations.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`);
    const table = ENDPOINTS.map(({ name, method, path }) => `${name} ${method.toLowerCase()} ${path}`);
    expect(shown.sort()).toEqual(table.sort());
  });

  test('survives JSON: nothing in it is undefined, a function or a schema object', () => {
    expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
  });

  test('refers only to what it holds', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(references)).toEqual(new Set(['#/components/schemas/Error']));
    expect(document.components.schemas.Error.properties).toHaveProperty('error');
  });
});

describe.each(named)('%s', (_, { operation }) => {
  const endpoint = ENDPOINTS.find(({ name }) => name === operation.operationId);
  if (!endpoint) throw new Error(`no endpoint ${operation.operationId}`);

  test('has examples that its own schemas accept', () => {
    expect(endpoint.examples.length).toBeGreaterThan(0);
    for (const example of endpoint.examples) {
      if (endpoint.query) z.parse(endpoint.query, example.query);
      if (endpoint.body) z.parse(endpoint.body, example.body);
      z.parse(endpoint.response, example.response);
    }
  });

  test('shows these examples', () => {
    const done = operation.responses[endpoint.successStatus ?? 200];
    const values = Object.values(done?.content?.['application/json']?.examples ?? {});
    const responses =
      endpoint.successStatus === 204 || endpoint.file ? [] : endpoint.examples.map(({ response }) => response);
    expect(values.map(({ value }) => value)).toEqual(responses);
  });

  test('names every refusal, each with an example in the one error body', () => {
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(response.description).toMatch(/\.$/);
      if (status.startsWith('2')) continue;
      const examples = Object.values(response.content?.['application/json']?.examples ?? {});
      expect(examples.length).toBeGreaterThan(0);
      for (const { value } of examples) z.parse(errorBody, value);
    }
    for (const { status, code } of endpoint.refusals ?? []) {
      expect(JSON.stringify(operation.responses[status])).toContain(`"code":"${code}"`);
    }
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['429', '500', '503']));
    expect('400' in operation.responses).toBe(Boolean(endpoint.query ?? endpoint.body));
    expect('404' in operation.responses || !endpoint.params).toBe(true);
  });

  test('says who may call it', () => {
    expect(operation.security).toEqual(endpoint.access ? [{ token: [], bind: [] }] : undefined);
    for (const status of ['401', '403']) expect(status in operation.responses).toBe(endpoint.access !== undefined);
    const needsProof = endpoint.access !== undefined && endpoint.access !== 'basic';
    const asksItself = endpoint.refusals?.some(({ status }) => status === 428) ?? false;
    expect('428' in operation.responses).toBe(needsProof || asksItself);
  });

  test('says which fields are needed', () => {
    for (const parameter of operation.parameters) {
      const place = endpoint.path.includes(`{${parameter.name}}`) ? 'path' : 'query';
      expect(parameter).toMatchObject({ in: place, name: expect.any(String), schema: expect.any(Object) });
    }
    expect(operation.requestBody === undefined).toBe(endpoint.body === undefined);
  });
});

test('an error code has its sentence', () => {
  const codes = ENDPOINTS.flatMap(({ refusals = [] }) => refusals.map(({ code }) => code));
  expect(codes.filter((code) => !(code in ERROR_NOTES))).toEqual([]);
});

describe('every field is explained', () => {
  const fields: { readonly name: string; readonly parent: string; readonly schema: JsonSchema }[] = [];
  const walk = (schema: JsonSchema, parent: string): void => {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      fields.push({ name, parent, schema: field });
      walk(field, name);
    }
    for (const inner of [schema.items, ...(schema.anyOf ?? [])]) if (inner) walk(inner, parent);
  };
  for (const { operation } of operations) {
    for (const { name, schema, description } of operation.parameters)
      fields.push({ name, parent: operation.operationId, schema: { ...schema, description } });
    walk(operation.requestBody?.content['application/json'].schema ?? {}, operation.operationId);
    const done = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
    walk(done?.content?.['application/json']?.schema ?? {}, operation.operationId);
  }
  walk(document.components.schemas.Error, '');

  test('in a sentence', () => {
    expect(fields.length).toBeGreaterThan(60);
    expect(fields.filter(({ schema }) => !schema.description).map(({ parent, name }) => `${parent}.${name}`)).toEqual(
      [],
    );
  });

  test('and no sentence explains a field that is gone', () => {
    const used = new Set(
      fields.flatMap(({ parent, name }) => (`${parent}.${name}` in FIELD_NOTES ? [`${parent}.${name}`] : [name])),
    );
    expect(Object.keys(FIELD_NOTES).filter((key) => !used.has(key))).toEqual([]);
  });
});
