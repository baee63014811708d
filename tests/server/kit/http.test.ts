import { describe, expect, test } from 'vitest';
import { UnavailableError } from '#server/kit/errors.ts';
import { answerEverythingElse, createHttpApp } from '#server/kit/http.ts';
import { createLog } from '#server/kit/log.ts';

function startApp() {
  const failing = { error: new Error('nothing yet') };
  const lines: string[] = [];
  const log = createLog({ level: 'info', name: 'test' }, { write: (line) => void lines.push(line) });
  const app = createHttpApp({ log, paths: ['/api/*'] });
  app.get('/api/ok', (c) => c.json({ requestId: c.get('requestId') }));
  app.get('/api/broken', () => {
    throw new Error('the secret of the database');
  });
  app.get('/api/away', () => {
    throw new UnavailableError('no database', { cause: new Error('ECONNREFUSED') });
  });
  app.post('/api/keep', () => Promise.reject(failing.error));
  app.get('/page', (c) => c.text('a page'));
  answerEverythingElse(app, ['/api/*']);
  return { app, failing, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('every request', () => {
  test('has an id: its own, or one of ours', { tags: 'asvs-16.2.4' }, async () => {
    const { app } = startApp();
    const ours = (await app.request('/api/ok')).headers.get('x-request-id');
    expect(ours).toMatch(/^[0-9a-f-]{36}$/);
    const theirs = await app.request('/api/ok', { headers: { 'X-Request-Id': 'call.2026_01-15' } });
    expect(theirs.headers.get('x-request-id')).toBe('call.2026_01-15');
    expect(await theirs.json()).toEqual({ requestId: 'call.2026_01-15' });
  });

  test.each(['short', 'with space', 'x'.repeat(65), '<script>', 'ñandú-2026'])(
    'does not take "%s" for an id',
    { tags: ['asvs-1.3.3', 'asvs-4.1.3'] },
    async (id) => {
      const { app } = startApp();
      const headers = new Headers();
      headers.set('X-Request-Id', encodeURIComponent(id) === id ? id : encodeURIComponent(id));
      const response = await app.request('/api/ok', { headers });
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test('leaves one line in the log, without its query', { tags: 'asvs-16.2.1' }, async () => {
    const { app, entries } = startApp();
    await app.request('/api/ok?token=s3cret', { headers: { 'X-Request-Id': 'call-0001' } });
    expect(entries()).toEqual([
      expect.objectContaining({ requestId: 'call-0001', method: 'GET', path: '/api/ok', status: 200, msg: 'request' }),
    ]);
    expect(JSON.stringify(entries())).not.toContain('s3cret');
  });

  test('is answered for no frame, errors too', { tags: 'asvs-3.2.1' }, async () => {
    const { app } = startApp();
    for (const path of ['/api/ok', '/api/broken', '/api/nothing']) {
      const { headers } = await app.request(path);
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
  });

  test('outside the application’s paths is left alone', async () => {
    const { app, entries } = startApp();
    const { headers } = await app.request('/page');
    expect(headers.has('x-frame-options')).toBe(false);
    expect(entries()).toEqual([]);
  });
});

describe('an error', () => {
  test('of ours is a 500 that tells the client nothing and the log everything', {
    tags: ['asvs-13.4.2', 'asvs-16.3.4', 'asvs-16.5.1'],
  }, async () => {
    const { app, entries } = startApp();
    const response = await app.request('/api/broken');
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: { code: 'internal_error', message: 'Something went wrong on our side.' },
    });
    expect(entries()[0]).toMatchObject({ level: 'error', err: { message: 'the secret of the database' } });
    expect(entries()[0]?.['requestId']).toBe(response.headers.get('x-request-id'));
  });

  test('of something we depend on is a 503 with a time to come back', { tags: 'asvs-16.3.4' }, async () => {
    const response = await startApp().app.request('/api/away');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } });
  });

  test('of the address is a 404 in JSON, never cached', async () => {
    const response = await startApp().app.request('/api/nothing');
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ error: { code: 'not_found', message: 'There is nothing here.' } });
  });
});

test.each([
  ['a file without space', Object.assign(new Error('write failed'), { code: 'ENOSPC' })],
  ['a quota', Object.assign(new Error('write failed'), { code: 'EDQUOT' })],
  ['a table without space, on either engine', Object.assign(new Error('could not extend file'), { code: '53100' })],
  ['a read-only file', Object.assign(new Error('open failed'), { code: 'EROFS' })],
  ['a read-only table', Object.assign(new Error('could not open: Read-only file system'), { code: '42501' })],
  ['what is inside another error', new Error('not kept', { cause: new Error('No space left on device') })],
])('%s is answered as what passes, with a time to come back', async (_, error) => {
  const { app, failing } = startApp();
  failing.error = error;
  const answer = await app.request('/api/keep', { method: 'POST' });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
});
