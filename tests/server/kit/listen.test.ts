import { request } from 'node:http';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { readHandedSocket } from '#server/kit/config.ts';
import { answerEverythingElse, createHttpApp } from '#server/kit/http.ts';
import { listen } from '#server/kit/listen.ts';
import { createLog } from '#server/kit/log.ts';
import { staticSite } from '#server/kit/static-files.ts';

const HERE = { host: '127.0.0.1' };

test('a server answers, and a taken port is said in one sentence', async () => {
  const app = new Hono().get('/', (c) => c.text('here'));
  const server = await listen(app, { ...HERE, port: 0 });
  expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe('here');
  await expect(listen(app, { ...HERE, port: server.port })).rejects.toThrow(
    `Port ${server.port} is taken: set PORT to another one.`,
  );
  await server.close();
  await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow();
});

test('a socket is taken from systemd when it is meant for this process, and one alone', () => {
  expect(readHandedSocket({})).toBeUndefined();
  expect(readHandedSocket({ LISTEN_FDS: '1', LISTEN_PID: '7' }, 7)).toBe(3);
  // Inherited from a parent that was meant.
  expect(readHandedSocket({ LISTEN_FDS: '1', LISTEN_PID: '7' }, 8)).toBeUndefined();
  expect(() => readHandedSocket({ LISTEN_FDS: '2', LISTEN_PID: '7' }, 7)).toThrow('LISTEN_FDS hands over 2 sockets');
});

test('a stop lets a running request finish', async () => {
  const asked = Promise.withResolvers<void>();
  const app = new Hono().get('/slow', async (c) => {
    asked.resolve();
    await new Promise((resolve) => setTimeout(resolve, 200));
    return c.text('done');
  });
  const server = await listen(app, { ...HERE, port: 0 });
  const answer = fetch(`http://127.0.0.1:${server.port}/slow`).then((response) => response.text());
  await asked.promise;
  await server.close();
  expect(await answer).toBe('done');
});

test('a stop is announced to a client that keeps a connection: answers on their way and later ones are the last on theirs', async () => {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = new Hono()
    .get('/slow', async (c) => {
      asked.resolve();
      await held.promise;
      return c.text('done');
    })
    .get('/quick', (c) => c.text('done'));
  const server = await listen(app, { ...HERE, port: 0 });
  const ask = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
  expect((await ask('/quick')).headers.get('connection')).toBe('keep-alive');
  const slow = ask('/slow');
  await asked.promise;
  const closing = server.close(300);
  // It still serves while others are told to go elsewhere.
  const late = await ask('/quick');
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
  held.resolve();
  expect((await slow).headers.get('connection')).toBe('close');
  await closing;
  await expect(ask('/quick')).rejects.toThrow();
});

test('TRACE is answered by no role, whatever the address', { tags: 'asvs-13.4.4' }, async () => {
  const app = createHttpApp({
    log: createLog({ level: 'silent', name: 'test' }),
    paths: ['/api/*'],
  });
  app.get('/api/v1/thing', (c) => c.text('a thing'));
  answerEverythingElse(app, ['/api/*']);
  const failed: Error[] = [];
  const site = staticSite({
    releasesDir: '/nowhere',
    framers: [],
    landingHosts: [],
    onFailure: (error) => failed.push(error),
  });
  const server = await listen(new Hono().route('/', app).route('/', site), { ...HERE, port: 0 });
  try {
    for (const path of ['/api/v1/thing', '/api/v1/nothing', '/', '/nowhere']) {
      const answer = await traced(server.port, path);
      expect(answer.status, path).toBeGreaterThanOrEqual(400);
      expect(answer.status, path).toBeLessThan(500);
      expect(answer.text, path).not.toContain('s3cret');
    }
    expect(failed).toEqual([]);
  } finally {
    await server.close();
  }
});

/** By hand: `fetch` refuses the method itself. */
function traced(port: number, path: string): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: 'auth=s3cret', connection: 'close' };
    const sent = request({ ...HERE, port, path, method: 'TRACE', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += String(chunk);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}
