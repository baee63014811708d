import * as z from 'zod/mini';
import { type CallInput, type CallOutput, type CallResult, call } from '#api/call.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { localeOfPath, localePath } from '#i18n/locale.ts';
import { noteActivity } from './activity.ts';
import { environment } from './environment.ts';
import { showNotAllowed } from './error-banner.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import { noteConnection } from './online.ts';
import { askForProof } from './reauth.ts';
import { foregroundFetch } from './request.ts';
import { $accessToken, logOut, readSession } from './session.ts';

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** The same for retries of one intent; every call that changes something has one (domain 2.0). */
  readonly idempotencyKey?: string | undefined;
  /** In the background: no progress bar, no question for a proof, no notification. A 401 still logs out. */
  readonly quiet?: boolean;
  /** `ETag` of the version that the change was made from. */
  readonly ifMatch?: string | undefined;
  /** A form with files in place of the endpoint's body, and a callback for upload progress (0 to 1). */
  readonly upload?: { readonly form: FormData; readonly onProgress: (share: number) => void };
}

/**
 * A request of the client area, with the session, validated against its schema, and with the general rules of
 * product-spec §8: 401 logs out and leads home (the result is `aborted`: there is nothing to show); 403 notifies; 428
 * asks for the missing proof and repeats the request.
 */
export async function request<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: RequestOptions = {},
): Promise<CallResult<CallOutput<E>>> {
  const { quiet = false, idempotencyKey = crypto.randomUUID() } = options;
  for (;;) {
    const answer = await send(endpoint, input, { ...options, quiet, idempotencyKey });
    if (answer.kind !== 'refused') return answer;
    if (answer.status === 401) return endSession();
    if (quiet) return answer;
    if (answer.status === 403) showNotAllowed();
    const reauth = answer.status === 428 ? answer.error?.reauth : undefined;
    if (!reauth || !(await askForProof(reauth))) return answer;
  }
}

/** Eight megabytes over a poor network. */
const UPLOAD_TIMEOUT_MS = 180_000;

/** Uploads report progress; quiet requests show nothing. */
function fetchFor({ upload, quiet }: RequestOptions): typeof fetch {
  if (upload) return (environment().fetchWithProgress ?? fetchWithProgress)(upload.onProgress);
  return quiet ? environment().fetch : foregroundFetch;
}

async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: RequestOptions) {
  const { method } = endpoint;
  const changes = method !== 'GET';
  const { upload, ifMatch } = options;
  const answer = await call<E>(
    endpoint,
    upload ? ({ ...(input as object), body: upload.form } as CallInput<E>) : input,
    {
      fetch: fetchFor(options),
      ...(upload && { timeoutMs: UPLOAD_TIMEOUT_MS }),
      accessToken: $accessToken.get(),
      headers: {
        'accept-language': localeOfPath(environment().location().pathname),
        ...(changes && { 'idempotency-key': options.idempotencyKey ?? '' }),
        ...(ifMatch && { 'if-match': ifMatch }),
      },
      signal: options.signal,
    },
  );
  if (answer.kind !== 'aborted') noteConnection(answer.kind !== 'unreachable');
  if (answer.kind !== 'ok') return answer;
  // The response may have rotated the token.
  readSession();
  if (changes) noteActivity();
  return checked(endpoint, answer);
}

/** A response that breaks the contract counts as none. Unknown fields of a newer server do not break it. */
function checked<Value>(endpoint: Endpoint, answer: CallResult<Value> & { readonly kind: 'ok' }): CallResult<Value> {
  const parsed = z.safeParse(endpoint.response, answer.value);
  const issues = parsed.error?.issues.filter(({ code }) => code !== 'unrecognized_keys') ?? [];
  if (issues.length === 0) return answer;
  environment().log(`${endpoint.method} ${endpoint.path} breaks its contract`, issues);
  return { kind: 'refused', status: 502 };
}

/** 401: logs out and leads home (product-spec §4). */
function endSession(): { readonly kind: 'aborted' } {
  leaveSession();
  return { kind: 'aborted' };
}

/** Ends the session in this browser and leads home. */
export function leaveSession(): void {
  const location = environment().location();
  logOut();
  location.assign(localePath(localeOfPath(location.pathname), ''));
}
