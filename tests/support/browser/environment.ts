import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import type { Environment } from '#stores/environment.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';
import type { TestLending } from '../lending/lending-app.ts';

export interface TestEnvironment {
  readonly parts: Partial<Environment>;
  /** Every request so far, as `POST /api/v1/public/offer`. */
  readonly requests: string[];
  /** Requests on their way, and those whose answer is being read. */
  pending: number;
  /** While true, requests find no network. */
  offline: boolean;
  /** Requests to this path fail on the server. */
  failing?: string | undefined;
  /** The status with which they fail; 500 unless set. */
  failingStatus?: number | undefined;
  /** Requests to this path are answered only then. */
  slow?: SlowAnswer | undefined;
}

export interface SlowAnswer {
  readonly path: string;
  readonly until: Promise<void>;
}

/** A browser's environment in which the API is the real lending application in this process, on its own clock. */
export function testEnvironment(lending: TestLending): TestEnvironment {
  const page = new AbortController();
  // With its page, a request is gone too: its answer must not act on the page of the next test.
  onTestFinished(() => page.abort());
  const gone = (): Promise<void> | undefined => (page.signal.aborted ? new Promise(() => undefined) : undefined);
  const test: TestEnvironment = {
    requests: [],
    pending: 0,
    offline: false,
    parts: {
      nowMs: () => lending.clock.now(),
      fetch: async (path, init) => {
        await gone();
        test.requests.push(`${init?.method} ${path}`);
        if (test.offline) throw new TypeError('Failed to fetch');
        init?.signal?.throwIfAborted();
        if (test.failing && String(path).startsWith(test.failing))
          return readWhileOpen(new Response(null, { status: test.failingStatus ?? 500 }), gone);
        if (test.slow?.path === String(path)) await test.slow.until;
        test.pending += 1;
        // By then its answer has been read, too.
        const ended = () => setTimeout(() => (test.pending -= 1), 50);
        const asked = Promise.resolve(lending.app.request(String(path), { ...init, signal: null }));
        const answer = await asked.finally(ended);
        await gone();
        init?.signal?.throwIfAborted();
        return readWhileOpen(answer, gone);
      },
      validate: ({ method, path }, value) => {
        const endpoint = ENDPOINTS.find((candidate) => candidate.method === method && candidate.path === path);
        z.parse(z.required(z.object({ response: z.any() })), endpoint ?? {});
        if (endpoint) z.parse(endpoint.response, value);
      },
    },
  };
  return test;
}

/** An answer may be held back for the shortest time of a request: reading it ends only while its page is open. */
function readWhileOpen(answer: Response, gone: () => Promise<void> | undefined): Response {
  const read = answer.text.bind(answer);
  const text = async () => {
    const whole = await read();
    await gone();
    return whole;
  };
  return Object.assign(answer, { text, json: async () => JSON.parse(await text()) as unknown });
}
