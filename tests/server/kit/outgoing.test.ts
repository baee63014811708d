import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchFrom, OutgoingError } from '#server/kit/outgoing.ts';

/** Two hosts on the loopback: the one that is configured, and one that is not. */
const seen: string[] = [];
let ours: Server;
let other: Server;
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function open(name: string, location: (request: IncomingMessage) => string | undefined): Promise<Server> {
  const server = createServer((request, response) => {
    seen.push(`${name} ${request.url}`);
    const to = location(request);
    response.writeHead(to === undefined ? 200 : 301, to === undefined ? {} : { location: to });
    response.end(name);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

beforeAll(async () => {
  other = await open('other', () => undefined);
  ours = await open('ours', ({ url = '' }) => {
    if (url === '/away') return `${addressOf(other)}/secret`;
    if (url === '/round') return '/round';
    return url === '/old' ? '/new' : undefined;
  });
});
beforeEach(() => {
  seen.length = 0;
});
afterAll(() => {
  ours.close();
  other.close();
});

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error) => error,
  );

describe('what leaves our processes', () => {
  test('reaches the hosts that the configuration names', { tags: 'promise-who-is-given-data' }, async () => {
    const fetch = fetchFrom([`${addressOf(ours)}/api/v1`]);
    expect(await (await fetch(`${addressOf(ours)}/anything`)).text()).toBe('ours');
  });

  test('is not sent to any other host, port or scheme, whatever asks for it', {
    tags: ['asvs-12.3.1', 'asvs-13.2.4', 'asvs-13.2.5', 'promise-who-is-given-data'],
  }, async () => {
    const fetch = fetchFrom([addressOf(ours)]);
    const { port } = ours.address() as AddressInfo;
    const addresses = [
      addressOf(other),
      `http://localhost:${port}/`,
      `https://127.0.0.1:${port}/`,
      `http://127.0.0.1:${port}@${addressOf(other).slice(7)}/`,
      'http://169.254.169.254/latest/meta-data/',
      'http://[::1]/',
      'file:///etc/passwd',
      'data:text/plain,x',
    ];
    for (const address of addresses) {
      expect(await failure(fetch(address)), address).toBeInstanceOf(OutgoingError);
    }
    expect(seen).toEqual([]);
  });

  test('does not follow a redirect, because it would carry our credentials to the host that the answer names', {
    tags: 'asvs-15.3.2',
  }, async () => {
    const fetch = fetchFrom([addressOf(ours), addressOf(other)]);
    for (const path of ['/old', '/away']) {
      expect(await failure(fetch(`${addressOf(ours)}${path}`, { redirect: 'follow' }))).toBeInstanceOf(TypeError);
    }
    expect(seen).toEqual(['ours /old', 'ours /away']);
  });

  test('follows the content service to its newest version and to no other host', { tags: 'asvs-15.3.2' }, async () => {
    const fetch = fetchFrom([addressOf(ours)], { followsRedirects: true });
    expect(await (await fetch(`${addressOf(ours)}/old`)).text()).toBe('ours');
    expect(await failure(fetch(`${addressOf(ours)}/away`))).toBeInstanceOf(OutgoingError);
    expect(seen).toEqual(['ours /old', 'ours /new', 'ours /away']);
    expect(await failure(fetch(`${addressOf(ours)}/round`))).toMatchObject({
      message: expect.stringContaining('more than 3 times'),
    });
  });

  test('names hosts only when it is refused, for an address may carry a token', async () => {
    const error = await failure(fetchFrom(['https://api.example/v2'])('https://evil.example/x?token=s3cret'));
    expect((error as Error).message).toBe(
      'nothing is sent to https://evil.example: the configuration names https://api.example',
    );
  });
});
