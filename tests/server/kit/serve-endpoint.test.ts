import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { refused } from '#server/kit/errors.ts';
import { answerEverythingElse, createHttpApp } from '#server/kit/http.ts';
import { createLog } from '#server/kit/log.ts';
import { refuseOtherMethods, serveEndpoint } from '#server/kit/serve-endpoint.ts';

const readThing = endpoint({
  name: 'read-thing',
  method: 'GET',
  path: '/api/v1/thing',
  summary: 'Reads a thing.',
  response: z.strictObject({ name: z.string() }),
  refusals: [{ status: 409, code: 'thing_locked' }],
  examples: [],
});
const renameThing = endpoint({
  name: 'rename-thing',
  method: 'POST',
  path: '/api/v1/thing',
  summary: 'Renames a thing.',
  query: z.strictObject({ dry: z.optional(z.enum(['1'])) }),
  body: z.strictObject({ name: z.string() }),
  response: z.strictObject({ name: z.string() }),
  examples: [],
});

function startApp(code = 'thing_locked') {
  const app = createHttpApp({
    log: createLog({ level: 'silent', name: 'test' }),
    paths: ['/api/*'],
    production: false,
  });
  serveEndpoint(app, { endpoint: readThing, answer: async () => refused(409, code, 'Somebody holds it.') });
  serveEndpoint(app, {
    endpoint: renameThing,
    answer: async ({ body, query }) => ({ kind: 'ok', body: { name: `${query.dry ?? ''}${body.name}` }, headers: {} }),
  });
  refuseOtherMethods(app, [readThing, renameThing]);
  answerEverythingElse(app, ['/api/*']);
  return app;
}

const post = (body: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

describe('an endpoint', () => {
  test('gives its route what its schemas parsed', async () => {
    const response = await startApp().request('/api/v1/thing?dry=1', post({ name: 'x' }));
    expect(await response.json()).toEqual({ name: '1x' });
  });

  test('answers a refusal it declares', async () => {
    const response = await startApp().request('/api/v1/thing');
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({ error: { code: 'thing_locked', message: 'Somebody holds it.' } });
  });

  test('that answers a code it does not declare is a fault of ours', async () => {
    expect((await startApp('thing_lost').request('/api/v1/thing')).status).toBe(500);
  });

  test('answers HEAD like GET, without a body', async () => {
    const response = await startApp().request('/api/v1/thing', { method: 'HEAD' });
    expect(response.status).toBe(409);
    expect(await response.text()).toBe('');
  });

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('names its methods when asked with %s', async (method) => {
    const response = await startApp().request('/api/v1/thing', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
    expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
  });

  test('has no other form of its address', async () => {
    for (const path of ['/api/v1/thing/', '/api/v1//thing', '/api/v1/Thing', '/api/v1/thing%2f', '/api/v1/%zz']) {
      expect((await startApp().request(path)).status).toBe(404);
    }
  });
});
