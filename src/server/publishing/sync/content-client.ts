import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The `fetch` of our own client for the content service. We do not use the official client, because it hangs on a stuck
 * socket, does not retry an HTML error page or a lost connection, rejects with plain objects, and reads the service's
 * concurrency header as a rate (platform 1.5, 1.6).
 */
export type ContentFetch = (url: URL | string, init?: RequestInit) => Promise<Response>;

export interface ContentClientOptions {
  /** Up to and with the version: `https://api.storyblok.com/v2`. */
  readonly apiUrl: string;
  readonly token: string;
  /** Reaches the host of `apiUrl`, and follows its redirects to the newest version. */
  readonly fetch: ContentFetch;
  /** Per request, with its body. */
  readonly timeoutMs?: number;
  /** Tries per request, the first one included. */
  readonly attempts?: number;
  /** Backoff before the second attempt; doubles with each one. */
  readonly backoffMs?: number;
  /** Of the waits that the service may ask for. */
  readonly longestWaitMs?: number;
  readonly log?: (sentence: string) => void;
  /** Aborts a request or a wait at once, by throwing its reason. */
  readonly signal?: AbortSignal | undefined;
}

interface ContentResponse {
  readonly body: unknown;
  /** The service's `total` header: the number of items on all pages. Undefined without one that is a whole number. */
  readonly total: number | undefined;
}

export interface ContentClient {
  /** Reads one path below `/cdn`. @throws ContentError when all attempts failed */
  get(path: string, query?: Readonly<Record<string, string | number>>): Promise<ContentResponse>;
  /** The number of requests sent, retries included. */
  requests(): number;
}

/** A failed request to the content service. The message names the path and never contains the token. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  /** HTTP status of the last attempt; undefined without a response. */
  readonly status: number | undefined;
  constructor(message: string, options: { readonly status?: number | undefined; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.status = options.status;
  }
}

const LONGEST_WAIT_MS = 60_000;
/** Storyblok serves 6 large pages a second; one is left for an editor's preview (platform 1.5). */
const REQUESTS_PER_SECOND = 5;

/** The result of one attempt. `again`: retry, after the wait the service asked for, if it did. */
type Try =
  | { readonly kind: 'ok'; readonly response: ContentResponse }
  | { readonly kind: 'again'; readonly reason: string; readonly status?: number; readonly waitMs?: number | undefined }
  | { readonly kind: 'no'; readonly reason: string; readonly status: number };

/** Creates a client; it holds no open connection. */
export function createContentClient(options: ContentClientOptions): ContentClient {
  const { apiUrl, token, timeoutMs = 20_000, attempts = 6, backoffMs = 300, log = () => undefined, signal } = options;
  const pace = isLoopback(apiUrl) ? () => Promise.resolve() : createThrottle(1000 / REQUESTS_PER_SECOND);
  let requests = 0;

  async function get(path: string, query: Readonly<Record<string, string | number>> = {}): Promise<ContentResponse> {
    const url = new URL(`${apiUrl.replace(/\/+$/, '')}/cdn/${path}`);
    for (const [name, value] of Object.entries({ ...query, token })) url.searchParams.set(name, String(value));
    for (let attempt = 1; ; attempt += 1) {
      await pace();
      requests += 1;
      const tried = await tryOnce(options.fetch, url, timeoutMs, signal);
      signal?.throwIfAborted();
      if (tried.kind === 'ok') return tried.response;
      await waitForNextTry(tried, attempt, `content service, ${path}: ${tried.reason}`);
    }
  }

  /** Waits for the next attempt, or throws when a retry is useless. */
  async function waitForNextTry(tried: Exclude<Try, { kind: 'ok' }>, attempt: number, sentence: string): Promise<void> {
    if (tried.kind === 'no') throw new ContentError(sentence, { status: tried.status });
    if (attempt >= attempts) throw new ContentError(`${sentence}, ${attempts} times`, { status: tried.status });
    // Asked for no wait, or for one that is over, all tries would be gone within a second.
    const waitMs = Math.min(
      options.longestWaitMs ?? LONGEST_WAIT_MS,
      Math.max(tried.waitMs ?? 0, backoff(attempt, backoffMs)),
    );
    log(`${sentence}; again in ${(waitMs / 1000).toFixed(1)} s`);
    await sleep(waitMs, undefined, signal ? { signal } : {});
  }

  return { get, requests: () => requests };
}

async function tryOnce(
  fetch: ContentFetch,
  url: URL,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Try> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    });
    return judge(response, await response.text());
  } catch (error) {
    return { kind: 'again', reason: failure(error, timeoutMs) };
  }
}

/** Too slow, too early or too many: of the moment, not of what was asked. */
const AGAIN: ReadonlySet<number> = new Set([408, 425, 429]);

function judge(response: Response, text: string): Try {
  const { status } = response;
  if (AGAIN.has(status) || status >= 500) {
    const waitMs = retryAfterMs(response.headers.get('retry-after'));
    return { kind: 'again', reason: `answered ${status}`, status, waitMs };
  }
  if (!response.ok) return { kind: 'no', reason: refusal(status, text), status };
  try {
    const total = response.headers.get('total') ?? '';
    return { kind: 'ok', response: { body: JSON.parse(text), total: /^\d+$/.test(total) ? Number(total) : undefined } };
  } catch {
    // A connection that broke mid-body, or a proxy's error page.
    return { kind: 'again', reason: 'answered something that is not JSON', status };
  }
}

function refusal(status: number, text: string): string {
  const excerpt = text.slice(0, 200).replace(/\s+/g, ' ').trim();
  if (status === 401) return `refused the token (401 ${excerpt}); check STORYBLOK_TOKEN and the region`;
  return `answered ${status} ${excerpt}`;
}

function failure(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  // `cause.message` is empty when several addresses failed; then the error code is used.
  const detail =
    cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code || cause.name : String(cause);
  return `cannot be reached (${detail})`;
}

/** `Retry-After` in seconds or as a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Exponential backoff with jitter, so that concurrent builds do not retry at the same moment. */
function backoff(attempt: number, backoffMs: number): number {
  const full = Math.min(LONGEST_WAIT_MS, backoffMs * 2 ** (attempt - 1));
  return full / 2 + (Math.random() * full) / 2;
}

/** Our own service on this machine has no rate limit. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Lets one caller through per interval, in order. */
export function createThrottle(
  intervalMs: number,
  wait: (ms: number) => Promise<unknown> = sleep,
): () => Promise<void> {
  let nextMs = 0;
  return async () => {
    const nowMs = Date.now();
    const atMs = Math.max(nowMs, nextMs);
    nextMs = atMs + intervalMs;
    if (atMs > nowMs) await wait(atMs - nowMs);
  };
}
