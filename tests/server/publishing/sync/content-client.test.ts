import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fetchFrom } from '#server/kit/outgoing.ts';
import {
  ContentError,
  createContentClient,
  createThrottle,
  isLoopback,
} from '#server/publishing/sync/content-client.ts';
import { PUBLIC_TOKEN, withContentSpace } from '#tests/support/publishing/content-space.ts';

const space = withContentSpace();
afterEach(() => {
  space.faults.length = 0;
});

function client(
  options: { token?: string; attempts?: number; timeoutMs?: number; apiUrl?: string; backoffMs?: number } = {},
) {
  const said: string[] = [];
  const opened = createContentClient({
    apiUrl: space.apiUrl,
    token: PUBLIC_TOKEN,
    backoffMs: 5,
    timeoutMs: 60_000,
    log: (sentence) => said.push(sentence),
    fetch: fetchFrom([options.apiUrl ?? space.apiUrl], { followsRedirects: true }),
    ...options,
  });
  return { ...opened, said };
}

async function failureOf(promise: Promise<unknown>): Promise<ContentError> {
  const failure = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ContentError);
  return failure as ContentError;
}

describe('a content service in trouble', () => {
  test.each([
    ['too many requests', [{ kind: 'rate-limit' }]],
    ['an HTML error page', [{ kind: 'server-error' }]],
    ['an answer cut in the middle', [{ kind: 'truncated' }]],
    ['all of them, one after the other', [{ kind: 'rate-limit' }, { kind: 'server-error' }, { kind: 'truncated' }]],
  ] as const)('%s: asked again, and then it answers', async (_, faults) => {
    space.faults.push(...faults);
    const asking = client();
    const { body, total } = await asking.get('stories', { cv: 1 });
    expect((body as { stories: unknown[] }).stories).toHaveLength(4);
    expect(total).toBe(4);
    expect(asking.requests()).toBe(faults.length + 1);
    expect(asking.said).toHaveLength(faults.length);
  });

  test('a connection that stays silent is given up after the time allowed, and asked again', async () => {
    space.faults.push({ kind: 'hang' });
    const asking = client({ timeoutMs: 1_500 });
    await asking.get('stories', { cv: 1 });
    expect(asking.said[0]).toContain('no answer within 1.5 s');
    expect(asking.requests()).toBe(2);
  });

  test('the wait the service asks for is kept', async () => {
    space.faults.push({ kind: 'rate-limit', retryAfter: '1' });
    const startMs = performance.now();
    await client().get('stories', { cv: 1 });
    expect(performance.now() - startMs).toBeGreaterThan(950);
  });

  test('a wait named as a date is kept too', async () => {
    const until = new Date(Math.floor(Date.now() / 1000) * 1000 + 2000);
    space.faults.push({ kind: 'rate-limit', retryAfter: until.toUTCString() });
    await client().get('stories', { cv: 1 });
    // Timers may be early by a moment.
    expect(Date.now()).toBeGreaterThan(until.getTime() - 100);
  });

  test.each(['0', '-5', '0.001', 'soon', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'a wait of no length, %s, is not taken for leave to ask without one',
    async (retryAfter) => {
      space.faults.push({ kind: 'rate-limit', retryAfter });
      const asking = client({ backoffMs: 600 });
      await asking.get('stories', { cv: 1 });
      expect(asking.said).toEqual([expect.stringMatching(/again in 0\.[3-6] s$/)]);
    },
  );

  test.each([408, 425] as const)(
    'an answer that it took too long or came too early, %i, is asked again',
    async (status) => {
      space.faults.push({ kind: 'rate-limit', status });
      const asking = client();
      await asking.get('stories', { cv: 1 });
      expect(asking.requests()).toBe(2);
    },
  );

  test('after the allowed number of tries it is an error with the reason and the status', async () => {
    for (let time = 0; time < 3; time += 1) space.faults.push({ kind: 'server-error' });
    const failure = await failureOf(client({ attempts: 3 }).get('stories', { cv: 1 }));
    expect(failure.message).toBe('content service, stories: answered 500, 3 times');
    expect(failure.status).toBe(500);
  });

  test('a refused token is not tried again, and the sentence says what to check without saying the token', async () => {
    const asking = client({ token: 'secret-token-of-mine' });
    const failure = await failureOf(asking.get('stories'));
    expect(failure.message).toContain('check STORYBLOK_TOKEN');
    expect(failure.message).not.toContain('secret-token-of-mine');
    expect(failure.status).toBe(401);
    expect(asking.requests()).toBe(1);
  });

  test('what is refused or missing is not tried again', async () => {
    const asking = client();
    expect((await failureOf(asking.get('stories/nothing', { cv: 1 }))).message).toContain(
      '404 ["This record could not be found"]',
    );
    expect((await failureOf(asking.get('stories', { cv: 1, from_release: 1 }))).message).toContain('from_release');
    expect(asking.requests()).toBe(2);
  });
});

describe('no content service at all', () => {
  let server: Server;
  let broken: string;
  beforeAll(async () => {
    server = createServer((request) => request.socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    broken = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
  });
  afterAll(() => server.close());

  test('a connection that breaks is tried again, and then named', async () => {
    const asking = client({ apiUrl: broken, attempts: 3 });
    const failure = await failureOf(asking.get('spaces/me'));
    expect(failure.message).toMatch(/^content service, spaces\/me: cannot be reached \(.+\), 3 times$/);
    expect(failure.status).toBeUndefined();
    expect(asking.requests()).toBe(3);
  });

  test('a port on which nothing listens is named the same way', async () => {
    const failure = await failureOf(client({ apiUrl: 'http://127.0.0.1:1/v2', attempts: 1 }).get('spaces/me'));
    expect(failure.message).toContain('cannot be reached');
  });
});

describe('the pace', () => {
  test('our own service has none, any other has', () => {
    for (const url of ['http://localhost:4321/content/v2', 'http://127.0.0.1:4321/v2', 'http://[::1]:80/v2']) {
      expect(isLoopback(url)).toBe(true);
    }
    for (const url of [
      'https://api.storyblok.com/v2',
      'https://localhost.example/v2',
      'https://127.0.0.1.example/v2',
    ]) {
      expect(isLoopback(url)).toBe(false);
    }
  });

  test('five requests a second, however many ask at once', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] });
    const pace = createThrottle(200, (ms) => new Promise((resolve) => setTimeout(resolve, ms)));
    let through = 0;
    for (let caller = 0; caller < 12; caller += 1) void pace().then(() => (through += 1));
    await vi.advanceTimersByTimeAsync(999);
    expect(through).toBe(5);
    await vi.advanceTimersByTimeAsync(1000);
    expect(through).toBe(10);
    vi.useRealTimers();
  });
});
