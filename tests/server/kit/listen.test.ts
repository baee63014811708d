import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { listen } from '#server/kit/listen.ts';

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
