import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { expect, test } from 'vitest';
import { readForm } from '#server/kit/form-body.ts';
import { answerError, createHttpApp } from '#server/kit/http.ts';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import { createLog } from '#server/kit/log.ts';
import { createRequestMetrics } from '#server/kit/metrics.ts';
import { readBytes, readJsonBody } from '#server/kit/request-body.ts';

const FORM = 'Content-Type: multipart/form-data; boundary=x\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

async function serve() {
  const lines: string[] = [];
  const log = createLog({ level: 'info', name: 'test' }, { write: (line) => void lines.push(line) });
  const requests = createRequestMetrics();
  const app = createHttpApp({ log, paths: ['/api/*'], requests });
  app.post('/api/json', async (c) => c.json(await readJsonBody(c.req.raw)));
  app.post('/api/form', async (c) => c.json(String(await readForm(c.req.raw, 1_000_000))));
  app.post('/api/bytes', async (c) => c.json(String(await readBytes(c.req.raw, 1_000_000))));
  app.post('/api/broken', () => Promise.reject(new Error('ours')));
  const limit = bodyLimit({ maxSize: 1_000_000 });
  const root = new Hono().post('/hook', limit, async (c) => c.json((await c.req.arrayBuffer()).byteLength));
  root.onError((error, c) => answerError(error, c, log));
  root.route('/', app);
  const server = await listen(root, { host: '127.0.0.1', port: 0 });
  const statuses = () =>
    requests.read().flatMap(({ name, samples }) => (name === 'manay_requests_total' ? samples : []));
  return { server, statuses, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

/** Sends the head and half of the body, and ends the connection as told. */
async function leave({ port }: RunningServer, path: string, head: string, how: 'closed' | 'reset'): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${head}\r\n5\r\nhello\r\n`);
  await setTimeout(50);
  if (how === 'reset') socket.resetAndDestroy();
  else socket.destroy();
}

test.each([
  ['/api/json', `${JSON_TYPE}Content-Length: 5000\r\n`],
  ['/api/json', `${JSON_TYPE}Transfer-Encoding: chunked\r\n`],
  ['/api/form', `${FORM}Content-Length: 5000\r\n`],
  ['/api/form', `${FORM}Transfer-Encoding: chunked\r\n`],
  ['/api/bytes', 'Content-Length: 5000\r\n'],
  ['/hook', 'Content-Length: 5000\r\n'],
  ['/hook', 'Transfer-Encoding: chunked\r\n'],
])('a client that leaves in the middle of its request is not an error of ours: %s, %j', async (path, head) => {
  const { server, statuses, entries } = await serve();
  try {
    for (const how of ['closed', 'reset'] as const) await leave(server, path, head, how);
    const left = () => entries().filter(({ msg }) => msg === 'the client left before its request was whole');
    await expect.poll(() => left().length).toBe(2);
    expect(entries().filter(({ level }) => level !== 'info')).toEqual([]);
    if (path !== '/hook') expect(statuses()).toMatchObject([{ labels: { status: '499' }, value: 2 }]);
  } finally {
    await server.close();
  }
});

test('an error of ours stays one while its client waits', async () => {
  const { server, statuses, entries } = await serve();
  try {
    const url = `http://127.0.0.1:${server.port}/api/broken`;
    expect((await fetch(url, { method: 'POST', body: 'whole' })).status).toBe(500);
    expect(statuses()).toMatchObject([{ labels: { status: '5xx' }, value: 1 }]);
    expect(entries()).toContainEqual(expect.objectContaining({ level: 'error', msg: 'unexpected error' }));
  } finally {
    await server.close();
  }
});
