import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { REFUSALS } from '#api/refusals.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';

const PRIVATE = /token|key|secret|password|code|phone|email|document|name|birth|cci|account|address/i;

const safeParse = (schema: unknown, value: unknown): boolean =>
  (schema as { safeParse(value: unknown): { success: boolean } }).safeParse(value).success;

test('no two calls share a name or an address', () => {
  const names = ENDPOINTS.map(({ name }) => name);
  const addresses = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(ENDPOINTS.length);
  expect(new Set(addresses).size).toBe(ENDPOINTS.length);
});

describe.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  test('is called verb-noun, lies under /api/v1 and does not end in a slash', { tags: 'spec-7.25' }, () => {
    expect(name).toMatch(
      /^(?:get|list|make|file|send|keep|record|confirm|request|submit|save|upload|delete|recalculate|accept|decline|mark|check|set|cancel|touch|start|resend|verify|complete|sign|answer|prove|log|reset|change|revoke|redeem|ask|activate|read|close|put)(?:-[a-z]+)+$/,
    );
    expect(endpoint.path).toMatch(/^\/api\/v1(?:\/(?:[a-z]+(?:-[a-z]+)*|\{[a-zA-Z]+\}))+$/);
  });

  test('says in a sentence what it does', () => {
    expect(endpoint.summary).toMatch(/^[A-Z].{20,}\.$/);
  });

  test('has an example, and each example keeps its own schemas', () => {
    expect(endpoint.examples.length).toBeGreaterThan(0);
    for (const { title, params, query, headers, body, response } of endpoint.examples) {
      expect(safeParse(endpoint.response, response), title).toBe(true);
      if (endpoint.params) expect(safeParse(endpoint.params, params), title).toBe(true);
      if (endpoint.query) expect(safeParse(endpoint.query, query), title).toBe(true);
      if (endpoint.headers) expect(safeParse(endpoint.headers, headers), title).toBe(true);
      if (endpoint.body) expect(safeParse(endpoint.body, body), title).toBe(true);
    }
  });

  test('describes exactly the names in braces in its path', () => {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param);
    const [{ params = {} } = {}] = endpoint.examples;
    expect(Object.keys(params as object).sort()).toEqual(inPath.sort());
    expect(endpoint.params !== undefined).toBe(inPath.length > 0);
  });

  test('refuses an unknown field, in what is sent (unless it says otherwise) and in what is answered', {
    tags: ['asvs-1.5.2', 'asvs-2.2.1', 'asvs-6.4.2', 'asvs-8.2.3', 'asvs-15.3.1'],
  }, () => {
    const withExtra = (value: unknown): object => ({ ...(value as object), surprise: 1 });
    const [{ query, body, response } = { response: undefined }] = endpoint.examples;
    if (endpoint.query) expect(safeParse(endpoint.query, withExtra(query))).toBe(false);
    if (endpoint.body) expect(safeParse(endpoint.body, withExtra(body))).toBe(endpoint.ignoresUnknownFields === true);
    expect(safeParse(endpoint.response, withExtra(response))).toBe(false);
  });

  test('asks for no secret and nothing personal in its query, which logs and histories keep', {
    tags: 'asvs-14.2.1',
  }, () => {
    const names = endpoint.query ? Object.keys((endpoint.query as unknown as z.ZodMiniObject).def.shape) : [];
    expect(names.filter((name) => PRIVATE.test(name))).toEqual([]);
  });

  test('never answers a business refusal with 403, which would log the client out', () => {
    const statuses: readonly number[] = endpoint.refusals?.map((code) => REFUSALS[code].status) ?? [];
    expect(statuses).not.toContain(403);
    for (const code of endpoint.refusals ?? []) expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
  });
});
