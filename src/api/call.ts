import type * as z from 'zod/mini';
import type { Endpoint, Method } from './endpoint.ts';
import type { ErrorBody } from './errors.ts';

/**
 * An endpoint's address without its schemas, typed by the endpoint. Light pages repeat it as a constant and import only
 * the endpoint's type; a test compares every such constant with its endpoint.
 */
export interface Route<E extends Endpoint> {
  readonly method: Method;
  readonly path: E['path'];
  /** Never set: ties the constant to its endpoint's types. */
  readonly endpoint?: E;
}

type Part<Name extends string, Schema> = [Schema] extends [never]
  ? unknown
  : Schema extends z.core.$ZodType
    ? Readonly<Record<Name, z.core.input<Schema>>>
    : unknown;

export type CallInput<E extends Endpoint> = Part<'params', NonNullable<E['params']>> &
  Part<'query', NonNullable<E['query']>> &
  Part<'body', NonNullable<E['body']>>;
export type CallOutput<E extends Endpoint> = z.core.output<E['response']>;

/** The expected results of a call; none of them is thrown. */
export type CallResult<Value> =
  /** `etag` is the version for `If-Match`, if the call has one. */
  | { readonly kind: 'ok'; readonly value: Value; readonly etag?: string }
  /** The server refused. `error` is missing when the body was not ours (a proxy's page). */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly error?: ErrorBody['error'];
      /** Seconds until a retry, when the server names them. */
      readonly retryAfterSec?: number;
    }
  /** No usable response: no network, or a timeout. */
  | { readonly kind: 'unreachable' }
  /** The caller aborted; there is nothing to show. */
  | { readonly kind: 'aborted' };

export interface CallEnvironment {
  readonly fetch: typeof globalThis.fetch;
  readonly accessToken?: string | undefined;
  /** Besides `Authorization` and `Content-Type`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** Validates a response against its schema: tests and the client area do, light pages do not (design §8). */
  readonly validate?: (route: Route<Endpoint>, value: unknown) => void;
}

const TIMEOUT_MS = 10_000;

/** Makes one call of the API. Throws only what `validate` throws: a response that breaks the contract is a bug. */
export async function call<E extends Endpoint>(
  route: Route<E>,
  input: CallInput<E>,
  environment: CallEnvironment,
): Promise<CallResult<CallOutput<E>>> {
  const answer = await send<CallOutput<E>>(route, input as Input, environment);
  if (answer.kind === 'ok') environment.validate?.(route, answer.value);
  return answer;
}

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

async function send<Value>(
  { method, path }: Route<Endpoint>,
  { params = {}, query, body }: Input,
  { fetch, accessToken, headers, signal, timeoutMs = TIMEOUT_MS }: CallEnvironment,
): Promise<CallResult<Value>> {
  if (signal?.aborted) return { kind: 'aborted' };
  // Some browsers in use lack AbortSignal.any and .timeout.
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener('abort', abort);
  try {
    const search = new URLSearchParams(query).toString();
    const response = await fetch(filled(path, params) + (search && `?${search}`), {
      method,
      headers: {
        ...headers,
        // A multipart form sets its own content type, with its boundary.
        ...(body !== undefined && !isForm(body) && { 'content-type': 'application/json' }),
        ...(accessToken && { authorization: `Bearer ${accessToken}` }),
      },
      body: bodyOf(body),
      signal: controller.signal,
    });
    return await resultOf(response);
  } catch {
    return { kind: signal?.aborted ? 'aborted' : 'unreachable' };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function isForm(body: unknown): body is FormData {
  return typeof FormData !== 'undefined' && body instanceof FormData;
}

function bodyOf(body: unknown): FormData | string | null {
  if (body === undefined) return null;
  return isForm(body) ? body : JSON.stringify(body);
}

async function resultOf<Value>(response: Response): Promise<CallResult<Value>> {
  const { status } = response;
  if (response.ok) {
    // 202 and 204 have no body.
    const text = await response.text();
    const etag = response.headers.get('etag');
    return { kind: 'ok', value: (text ? JSON.parse(text) : undefined) as Value, ...(etag && { etag }) };
  }
  const failure = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined;
  const retryAfterSec = Number(response.headers.get('retry-after'));
  return {
    kind: 'refused',
    status,
    ...(failure?.error && { error: failure.error }),
    ...(retryAfterSec > 0 && { retryAfterSec }),
  };
}

/** Fills the parameters into a path: `/loan/{number}` with the number. */
function filled(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
