import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorBody } from '#api/errors.ts';
import { REFUSALS } from '#api/refusals.ts';
import { GENERAL_ERRORS } from '#server/lending/documentation/general-errors.ts';
import { describeApi, type JsonSchema } from '#server/lending/documentation/openapi.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';

const document = describeApi(ENDPOINTS, { title: 'Mañay', siteUrl: 'https://manay.example' });
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const named = operations.map((shown) => [shown.operation.operationId, shown] as const);

describe('the document', () => {
  test('is OpenAPI 3.1 with every endpoint of the table and no other', { tags: 'asvs-5.1.1' }, () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ contact: { url: 'https://manay.example' }, license: expect.anything() });
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
      expect(response.description, `${status}: explain its code in src/api/refusals.ts`).toMatch(/\.$/);
      if (status.startsWith('2')) continue;
      const examples = Object.values(response.content?.['application/json']?.examples ?? {});
      expect(examples.length).toBeGreaterThan(0);
      for (const { value } of examples) z.parse(errorBody, value);
    }
    for (const code of endpoint.refusals ?? []) {
      expect(JSON.stringify(operation.responses[REFUSALS[code].status])).toContain(`"code":"${code}"`);
    }
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['429', '500', '503']));
    expect('400' in operation.responses).toBe(Boolean(endpoint.query ?? endpoint.body));
    expect('404' in operation.responses || !endpoint.params).toBe(true);
  });

  test('says who may call it', { tags: ['asvs-6.1.3', 'asvs-8.1.1'] }, () => {
    expect(operation.security).toEqual(endpoint.access ? [{ token: [], bind: [] }] : []);
    expect([operation.description, operation.tags]).toEqual([
      expect.stringMatching(/^For a(nybody| session)/),
      [expect.stringMatching(/^[a-z-]+$/)],
    ]);
    for (const status of ['401', '403']) expect(status in operation.responses).toBe(endpoint.access !== undefined);
    const needsProof = endpoint.access !== undefined && endpoint.access !== 'basic';
    const asksItself = endpoint.refusals?.includes('reauth_required') ?? false;
    expect('428' in operation.responses).toBe(needsProof || asksItself);
  });

  test('says which fields are needed', { tags: 'asvs-2.1.1' }, () => {
    for (const parameter of operation.parameters) {
      const isHeader = Object.hasOwn(endpoint.examples[0]?.headers ?? {}, parameter.name);
      const place = endpoint.path.includes(`{${parameter.name}}`) ? 'path' : isHeader ? 'header' : 'query';
      expect(parameter).toMatchObject({ in: place, name: expect.any(String), schema: expect.any(Object) });
    }
    expect(operation.requestBody === undefined).toBe(endpoint.body === undefined);
  });
});

describe('every error code is explained', () => {
  const answered = operations.flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap(({ content }) =>
      Object.values(content?.['application/json']?.examples ?? {})
        .map(({ value }) => (value as { error?: { code: string; message: string } } | undefined)?.error)
        .filter((error) => error !== undefined),
    ),
  );

  test('in a sentence', () => {
    expect(answered.length).toBeGreaterThan(600);
    expect(answered.filter(({ message }) => !message)).toEqual([]);
  });

  test('and no sentence explains a code that is never answered', () => {
    const codes = new Set(answered.map(({ code }) => code));
    expect([...Object.keys(REFUSALS), ...Object.keys(GENERAL_ERRORS)].filter((code) => !codes.has(code))).toEqual([]);
  });
});

describe('every field is explained', () => {
  interface ShownField {
    readonly endpoint: string;
    readonly name: string;
    readonly parent: string;
    readonly schema: JsonSchema;
  }
  const fields: ShownField[] = [];
  const walk = (schema: JsonSchema, endpoint: string, parent: string): void => {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      fields.push({ endpoint, name, parent, schema: field });
      walk(field, endpoint, name);
    }
    for (const inner of [schema.items, ...(schema.anyOf ?? [])]) if (inner) walk(inner, endpoint, parent);
  };
  for (const { operation } of operations) {
    const endpoint = operation.operationId;
    for (const { name, schema, description } of operation.parameters)
      fields.push({ endpoint, name, parent: endpoint, schema: { ...schema, description } });
    walk(operation.requestBody?.content['application/json'].schema ?? {}, endpoint, endpoint);
    const done = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
    walk(done?.content?.['application/json']?.schema ?? {}, endpoint, endpoint);
  }
  walk(document.components.schemas.Error, '', '');

  test('every field of the API is explained in a sentence', { tags: ['asvs-2.1.1', 'asvs-8.1.2'] }, () => {
    expect(fields.length).toBeGreaterThan(60);
    const missing = fields
      .filter(({ schema }) => !schema.description)
      .map(({ endpoint, parent, name }) => `${endpoint}: '${parent}.${name}'`);
    expect(missing, 'say it where the field is declared, with `means` (src/api/means.ts)').toEqual([]);
  });
});
