import { type Fetch, OutgoingError } from '#server/kit/outgoing.ts';
import { NoAnswer } from './no-answer.ts';

export interface ProviderRequest {
  /** Name of the call in messages to operators: `Niubiz authorisation`. */
  readonly what: string;
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Timeout of the whole exchange, including the body of the answer. */
  readonly timeoutMs: number;
}

/** A complete answer by the provider itself: status below 500 and of limited size. */
export interface ProviderAnswer {
  readonly status: number;
  readonly text: string;
}

/** Far above any answer of a payment provider; an endless body must not fill the memory. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** Errors before the connection was established: the request was not sent. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * One request to a provider.
 * @throws NoAnswer when the connection fails, the request times out, the provider fails (5xx) or the answer is too
 * large
 */
export async function queryProvider(fetch: Fetch, request: ProviderRequest): Promise<ProviderAnswer> {
  const { what, headers, body, ...others } = request;
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const allHeaders = { Accept: 'application/json', ...(body !== undefined && JSON_BODY), ...headers };
  const { status, bytes } = await exchange(fetch, { what, ...others, ...sent, headers: allHeaders });
  if (status >= 500) throw new NoAnswer(`${what}: status ${status}`);
  return { status, text: bytes.toString('utf8') };
}

const JSON_BODY = { 'Content-Type': 'application/json' };

/** A request as it is sent, whatever its protocol. */
export interface Exchange extends Omit<ProviderRequest, 'body'> {
  readonly body?: string;
  /** 256 KiB by default. */
  readonly maxAnswerBytes?: number;
}

/**
 * Sends a request and reads the whole answer, of any status.
 * @throws NoAnswer when the connection fails, the request times out or the answer is too large
 */
export async function exchange(
  fetch: Fetch,
  { what, url, method, headers, body, timeoutMs, maxAnswerBytes = MAX_ANSWER_BYTES }: Exchange,
): Promise<{ readonly status: number; readonly bytes: Buffer }> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
      // Provider APIs do not redirect; following a redirect would send our credentials to an unknown server.
      redirect: 'error',
      signal,
    });
    return { status: response.status, bytes: await readBytes(response, signal, maxAnswerBytes) };
  } catch (error) {
    const reason = signal.aborted ? `no answer within ${timeoutMs} ms` : 'the connection failed';
    throw new NoAnswer(`${what}: ${reason}`, { mayHaveHappened: !neverConnected(error), cause: error });
  }
}

async function readBytes(response: Response, signal: AbortSignal, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    // A stream that does not come from the network ignores our signal.
    signal.throwIfAborted();
    length += chunk.length;
    if (length > maxBytes) throw new Error('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function neverConnected(error: unknown): boolean {
  if (error instanceof OutgoingError) return true;
  const cause = error instanceof Error ? (error.cause as { readonly code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' && NEVER_CONNECTED.has(cause.code);
}

/**
 * Reads the JSON object in an answer.
 * @throws NoAnswer when the answer does not hold one: a page of a proxy, or an answer that was cut off
 */
export function jsonObject(what: string, { status, text }: ProviderAnswer): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new NoAnswer(`${what}: the answer with status ${status} is not a JSON object`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An address of the provider: the base with or without a slash at its end. */
export function providerUrl(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}${path}`;
}
