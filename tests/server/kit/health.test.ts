import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HEALTH_PATHS, serveHealth } from '#server/kit/health.ts';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import { writeRaw } from '#tests/support/raw-http.ts';

let server: RunningServer;
let isWell = true;
beforeAll(async () => {
  const app = new Hono();
  for (const path of HEALTH_PATHS) serveHealth(app, path, (c) => c.json({ well: isWell }, isWell ? 200 : 503));
  app.all('*', (c) => c.text('a page'));
  server = await listen(app, { host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const headOf = async (bytes: string) => (await writeRaw(server.port, bytes)).text.split('\r\n\r\n')[0] ?? '';
const statusOf = async (bytes: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(await headOf(bytes))?.[1]);

test.each(HEALTH_PATHS)('%s answers health checks as they ask by default', async (path) => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    expect([method, await statusOf(`${method} ${path} HTTP/1.0\r\n\r\n`)]).toEqual([method, 200]);
    const asked = `${method} ${path} HTTP/1.1\r\nHost: manay.example\r\nConnection: close\r\n\r\n`;
    expect([method, await statusOf(asked)]).toEqual([method, 200]);
  }
});

test('a check by OPTIONS sees that a process is not well', async () => {
  isWell = false;
  expect(await statusOf('OPTIONS /readyz HTTP/1.0\r\n\r\n')).toBe(503);
  isWell = true;
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is another method: 405 with those that it has', async (method) => {
  const head = await headOf(`${method} /healthz HTTP/1.0\r\nContent-Length: 0\r\n\r\n`);
  expect(head).toMatch(/^HTTP\/1\.1 405 /);
  expect(head).toMatch(/^allow: GET, HEAD, OPTIONS\r?$/im);
});

test('everything else needs a host, as before', async () => {
  for (const path of ['/', '/healthz/', '/healthzz', '/x?/healthz', '/livez%2f']) {
    expect([path, await statusOf(`GET ${path} HTTP/1.0\r\n\r\n`)]).toEqual([path, 400]);
  }
  expect(await statusOf('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')).toBe(400);
  expect(await statusOf('GET / HTTP/1.0\r\nHost: host.invalid\r\n\r\n')).toBe(400);
});
