import { describe, expect, test } from 'vitest';
import { STAFF_ACTS, STAFF_GROUPS } from '#i18n/staff-acts.ts';
import { staffFieldWords } from '#i18n/staff-fields.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';
import { describeStaffApi } from '#server/lending/staff/staff-document.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';

const named = STAFF_ROUTES.map((route) => [route.name, route] as const);
const document = describeStaffApi(STAFF_ROUTES, { title: 'Mañay', siteUrl: 'https://manay.example' });

test('each act has words of its own, and no words are left over', () => {
  expect(STAFF_ROUTES.map(({ name }) => name).sort()).toEqual(Object.keys(STAFF_ACTS).sort());
  const groups = new Set(STAFF_ROUTES.map(({ name }) => name.split(' ')[0]));
  expect([...groups].sort()).toEqual(Object.keys(STAFF_GROUPS).sort());
  for (const words of [...Object.values(STAFF_ACTS), ...Object.values(STAFF_GROUPS)]) {
    expect(words.es.length * words.en.length).toBeGreaterThan(0);
  }
});

describe.each(named)('%s', (name, route) => {
  test('has words in both languages for each field, and an example', () => {
    for (const field of fieldsOf(route)) {
      const words = staffFieldWords(name, field.name.split('.').at(-1) ?? '');
      expect(words, field.name).toBeDefined();
      expect(words?.es, field.name).toBeTruthy();
      expect(words?.en, field.name).toBeTruthy();
      expect(words?.example, field.name).toBeTruthy();
    }
  });

  test('names in its path what it describes', () => {
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const described = fieldsOf(route).filter(({ place }) => place === 'params');
    expect(described.map((field) => field.name)).toEqual(inPath);
  });
});

test('the document has every act once, with who may do it, its tag and a description', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as never })),
  );
  expect(operations).toHaveLength(STAFF_ROUTES.length);
  const ids = operations.map(({ operation: { operationId } }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { operation } of operations) {
    expect(operation).toMatchObject({
      tags: [expect.any(String)],
      description: expect.stringMatching(/^(For|The way in)/),
    });
  }
  expect(document.info).toMatchObject({ contact: { url: 'https://manay.example' }, license: expect.anything() });
  expect(JSON.parse(JSON.stringify(document)).paths['/api/v1/staff/payments/{id}/refund'].post).toMatchObject({
    operationId: 'payments-refund',
    summary: 'Give the whole payment back',
    requestBody: { content: { 'application/json': { schema: { properties: { reason: { description: 'Reason' } } } } } },
  });
});
