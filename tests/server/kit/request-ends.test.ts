import { connect } from 'node:net';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { listen } from '#server/kit/listen.ts';

const HERE = { host: '127.0.0.1' };

/** Everything that comes back for these bytes, until the server has closed the connection. */
function answersTo(port: number, sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket.setTimeout(60_000, () => socket.destroy());
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

/** Bytes that a front might take for a body and we for a second request. */
const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';

test.each([
  ['both lengths', `Content-Length: ${HIDDEN.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['two lengths', `Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  ['a length that is no number', `Content-Length: +0\r\n\r\n${HIDDEN}`],
  ['an encoding that only looks like chunks', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['chunks that are not the last encoding', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['a space before the colon', `Content-Length : 0\r\n\r\n${HIDDEN}`],
  ['a length on a folded line', `X: a\r\n Content-Length: 0\r\nContent-Length: 0\r\n\r\n${HIDDEN}`],
])(
  'a request with %s is refused, and nothing is taken for a second one behind it',
  { tags: 'asvs-4.2.1' },
  async (_, head) => {
    const paths: string[] = [];
    const app = new Hono().all('*', async (c) => {
      paths.push(c.req.path);
      return c.text(await c.req.text());
    });
    const server = await listen(app, { ...HERE, port: 0 });
    const received = await answersTo(server.port, `POST /seen HTTP/1.1\r\nHost: x\r\n${head}`);
    await server.close();
    expect(paths).not.toContain('/hidden');
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
  },
);
