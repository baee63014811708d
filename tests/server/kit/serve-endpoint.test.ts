import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { createConcurrencyLimit } from '#server/kit/concurrency-limit.ts';
import { refused, unauthorized } from '#server/kit/errors.ts';
import type { Gate } from '#server/kit/gate.ts';
import { answerEverythingElse, createHttpApp } from '#server/kit/http.ts';
import { createLog } from '#server/kit/log.ts';
import { refuseOtherMethods, serveEndpoint } from '#server/kit/serve-endpoint.ts';

const readThing = endpoint({
  name: 'read-thing',
  method: 'GET',
  path: '/api/v1/thing',
  summary: 'Reads a thing.',
  response: z.strictObject({ name: z.string() }),
  refusals: ['loan_closed'],
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
const ownThing = endpoint({
  name: 'own-thing',
  method: 'PUT',
  path: '/api/v1/own/{number}',
  summary: 'Changes a thing of the caller.',
  access: 'full',
  params: z.strictObject({ number: z.string().check(z.regex(/^T-\d+$/)) }),
  body: z.strictObject({ name: z.string() }),
  response: z.strictObject({ owner: z.string(), number: z.string() }),
  examples: [],
});
/** Knows two clients, by name. */
const gate: Gate = async (c) =>
  ['ana', 'leo'].includes(c.req.header('x-client') ?? '')
    ? {
        kind: 'let-in',
        client: { personId: c.req.header('x-client') ?? '', sessionId: 's', assurance: 'full' },
        cookies: ['auth=new; Path=/', '__Host-bind=new; Path=/'],
      }
    : unauthorized();

function startApp(code = 'loan_closed') {
  const app = createHttpApp({
    log: createLog({ level: 'silent', name: 'test' }),
    paths: ['/api/*'],
  });
  serveEndpoint(app, { endpoint: readThing, answer: async () => refused(409, code, 'Somebody holds it.') });
  serveEndpoint(app, {
    endpoint: renameThing,
    answer: async ({ body, query }) => ({ kind: 'ok', body: { name: `${query.dry ?? ''}${body.name}` }, headers: {} }),
  });
  serveEndpoint(
    app,
    {
      endpoint: ownThing,
      answer: async ({ client, params, body }) => {
        if (body.name === 'gone') return refused(404, 'not_found', 'There is nothing here.');
        if (body.name === 'slow') await new Promise((resolve) => setTimeout(resolve, 500));
        return { kind: 'ok', body: { owner: client.personId, number: params.number }, headers: {} };
      },
    },
    { gate, perClient: createConcurrencyLimit({ atOnce: 2, timeoutMs: 20 }) },
  );
  refuseOtherMethods(app, [readThing, renameThing, ownThing]);
  answerEverythingElse(app, ['/api/*']);
  return app;
}

const post = (body: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

describe('an endpoint', () => {
  test('gives its route what its schemas parsed', { tags: 'asvs-2.2.2' }, async () => {
    const response = await startApp().request('/api/v1/thing?dry=1', post({ name: 'x' }));
    expect(await response.json()).toEqual({ name: '1x' });
  });

  test('refuses a parameter that comes twice, and takes a field from nowhere but its own place', {
    tags: ['asvs-15.3.3', 'asvs-15.3.7'],
  }, async () => {
    const app = startApp();
    const twice = await app.request('/api/v1/thing?dry=1&dry=1', post({ name: 'x' }));
    expect(twice.status).toBe(400);
    expect(await twice.json()).toMatchObject({ error: { fieldErrors: [{ field: 'dry', code: 'invalid' }] } });
    // The body's field in the query, the query's in the body, and the path's in both.
    expect((await app.request('/api/v1/thing?name=y', post({ name: 'x' }))).status).toBe(400);
    expect((await app.request('/api/v1/thing', post({ name: 'x', dry: '1' }))).status).toBe(400);
    const own = { ...post({ name: 'x', number: 'T-9' }), method: 'PUT' };
    own.headers = { ...own.headers, 'x-client': 'ana' } as typeof own.headers;
    expect((await app.request('/api/v1/own/T-1', own)).status).toBe(400);
  });

  test('answers a refusal it declares', async () => {
    const response = await startApp().request('/api/v1/thing');
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({ error: { code: 'loan_closed', message: 'Somebody holds it.' } });
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

describe('a protected endpoint', () => {
  const ask = (path: string, name: unknown, client = 'ana', app = startApp()) =>
    app.request(path, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'X-Client': client },
      body: JSON.stringify({ name }),
    });

  test('gives its route who asks and what the braces of its path hold', async () => {
    const response = await ask('/api/v1/own/T-7', 'x');
    expect(await response.json()).toEqual({ owner: 'ana', number: 'T-7' });
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  test('refuses a stranger before it reads anything of what they sent', { tags: 'asvs-8.3.1' }, async () => {
    const response = await ask('/api/v1/own/nothing', 7, 'eva');
    expect(response.status).toBe(401);
  });

  test('says of an address that cannot be what it says of one that is not there', async () => {
    const [cannotBe, isNot] = [await ask('/api/v1/own/x', 'x'), await ask('/api/v1/own/T-1', 'gone')];
    expect([cannotBe.status, await cannotBe.text()]).toEqual([isNot.status, await isNot.text()]);
    expect(isNot.status).toBe(404);
  });

  test('sends the new pair of a session with whatever it answers', async () => {
    for (const [path, name] of [
      ['/api/v1/own/T-7', 'x'],
      ['/api/v1/own/x', 'x'],
      ['/api/v1/own/T-7', 7],
    ] as const) {
      expect((await ask(path, name)).headers.getSetCookie()).toEqual(['auth=new; Path=/', '__Host-bind=new; Path=/']);
    }
  });

  test('works on so many requests of one client at once, and tells the others of that client to come again', {
    tags: ['asvs-15.1.3', 'asvs-15.2.2'],
  }, async () => {
    const app = startApp();
    const own = Array.from({ length: 4 }, () => ask('/api/v1/own/T-7', 'slow', 'ana', app));
    const [other, ...answers] = await Promise.all([ask('/api/v1/own/T-7', 'slow', 'leo', app), ...own]);
    expect(other?.status).toBe(200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
    expect((await ask('/api/v1/own/T-7', 'x', 'ana', app)).status).toBe(200);
  });

  test('cannot be served without a check of access', { tags: ['asvs-8.3.1', 'asvs-16.5.3'] }, () => {
    const app = createHttpApp({
      log: createLog({ level: 'silent', name: 'test' }),
      paths: ['/api/*'],
    });
    const route = { endpoint: ownThing, answer: async () => refused(404, 'not_found', 'Nothing.') };
    expect(() => serveEndpoint(app, route)).toThrow('is protected, and has no guard');
  });
});
