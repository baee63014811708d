import * as z from 'zod/mini';
import { type CallInput, type CallOutput, type CallResult, call } from '#api/call.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { sitePath } from '#api/site-path.ts';
import { localeOfPath, localePath } from '#i18n/locale.ts';
import { noteActivity } from './activity.ts';
import { noteDaysAhead } from './days-ahead.ts';
import { environment } from './environment.ts';
import { clearError, showError } from './error-banner.ts';
import { type FrameMessage, MAINTENANCE, NOT_ALLOWED, SERVER_FAILED } from './frame-events.ts';
import { noteConnection } from './online.ts';
import { askForProof } from './reauth.ts';
import { foregroundFetch } from './request.ts';
import { $accessToken, $isBasic, isReplaced, logOut, readSession } from './session.ts';

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Must be the same for retries of one intent; every call that changes something has one (domain 2.0). */
  readonly idempotencyKey?: string | undefined;
  /**
   * In the background: no progress bar, no question for a proof, no notification. A 401 still logs out, and maintenance
   * is still announced.
   */
  readonly quiet?: boolean;
  /** The address to open if the session has ended; home by default. */
  readonly endedLeadsTo?: string | undefined;
  /**
   * The caller itself reports that the server failed, as a form does, so the banner must not (product-spec §8); and if it
   * reads, also that it may not (403), as data do in their place on the screen.
   */
  readonly saysFailure?: boolean;
  /** The caller itself reports that the product is closed. */
  readonly saysMaintenance?: boolean;
  /** `ETag` of the version that the change was made from. */
  readonly ifMatch?: string | undefined;
  /** A form with files in place of the endpoint's body (`uploadOf` of fetch-with-progress.ts). */
  readonly upload?: Upload;
}

/**
 * Files to send. They bring their `fetch` along, so that only pages that upload load the one that reports its progress.
 */
export interface Upload {
  readonly form: FormData;
  readonly fetch: typeof globalThis.fetch;
}

/**
 * Sends a request of the client area, with the session, validated against its schema, and with the general rules of
 * product-spec §8: 401 logs out and leads home (the result is `aborted`: there is nothing to show); 403, a failure of
 * the server and maintenance are said in the banner, until the same request succeeds or another screen opens; 428 asks
 * for the missing proof and repeats the request.
 */
export async function request<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: RequestOptions = {},
): Promise<CallResult<CallOutput<E>>> {
  // A request in the background never asks for a proof, so the answer is known.
  const isKnown = options.quiet && endpoint.access === 'full' && $isBasic.get();
  return isKnown ? { kind: 'refused', status: 428 } : ask(endpoint, input, options);
}

async function ask<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: RequestOptions,
): Promise<CallResult<CallOutput<E>>> {
  const { quiet = false, idempotencyKey = crypto.randomUUID() } = options;
  for (;;) {
    const answer = await send(endpoint, input, { ...options, quiet, idempotencyKey });
    if (answer.kind === 'refused' && answer.status === 401) {
      leaveSession(options.endedLeadsTo);
      return { kind: 'aborted' };
    }
    sayInBanner(endpoint, answer, options);
    if (quiet) return answer;
    if (reloadsForLater(endpoint, answer)) return { kind: 'aborted' };
    if (answer.kind !== 'refused') return answer;
    const reauth = answer.status === 428 ? answer.error?.reauth : undefined;
    if (!reauth || !(await askForProof(reauth, (input as { readonly body?: unknown }).body))) return answer;
  }
}

/**
 * Reloads the page, if it may, when the server asks for a field that this page does not know, or no longer knows one:
 * the server is of a later release.
 */
function reloadsForLater({ body, envelope }: Endpoint, answer: CallResult<unknown>): boolean {
  if (answer.kind !== 'refused' || answer.status !== 400 || envelope || !(body instanceof z.ZodMiniObject))
    return false;
  const isEarlier = (answer.error?.fieldErrors ?? []).some(({ field, code }) => {
    const isKnown = Object.hasOwn(body.shape, field.split('.')[0] ?? '');
    return isKnown ? code === 'unknown' : code === 'required';
  });
  return isEarlier && reloads();
}

/** Reloads the page as after a missing chunk, once in a session (product-spec §8). */
export function reloads(): boolean {
  return !dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
}

/** The request that failed last, because others of the same screen may succeed. */
let failed: { readonly endpoint: Endpoint; readonly message: FrameMessage } | undefined;

function sayInBanner(
  endpoint: Endpoint,
  answer: CallResult<unknown>,
  { quiet, saysFailure, saysMaintenance }: RequestOptions,
): void {
  if (answer.kind === 'ok' && endpoint === failed?.endpoint) clearError(failed.message);
  if (answer.kind !== 'refused') return;
  const isClosed = isMaintenance(answer);
  if (quiet && !isClosed) return;
  if (answer.status === 403) {
    if (!saysFailure || endpoint.method !== 'GET') showError(NOT_ALLOWED);
  } else if (answer.status >= 500 && !(isClosed ? saysMaintenance : saysFailure)) {
    failed = { endpoint, message: isClosed ? MAINTENANCE : SERVER_FAILED };
    showError(failed.message);
  }
}

/** Tells whether the product is closed for a while, which is not a failure. */
export function isMaintenance(answer: CallResult<unknown>): answer is CallResult<never> & { readonly kind: 'refused' } {
  return answer.kind === 'refused' && answer.error?.code === 'maintenance';
}

/** Eight megabytes over a poor network. */
const UPLOAD_TIMEOUT_MS = 180_000;

/** Uploads report progress; quiet requests show nothing. */
function fetchFor({ upload, quiet }: RequestOptions): typeof fetch {
  if (upload) return upload.fetch;
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
      fetch: async (asked, init) => {
        const response = await fetchFor(options)(asked, init);
        noteDaysAhead(response);
        return response;
      },
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

/** Discards a response that breaks the contract. Unknown fields of a newer server do not break it. */
function checked<Value>(endpoint: Endpoint, answer: CallResult<Value> & { readonly kind: 'ok' }): CallResult<Value> {
  const parsed = z.safeParse(endpoint.response, answer.value);
  const issues = parsed.error?.issues.filter(({ code }) => code !== 'unrecognized_keys') ?? [];
  if (issues.length === 0) return answer;
  environment().log(`${endpoint.path} breaks its contract`, issues);
  return { kind: 'refused', status: 502 };
}

/**
 * Ends the session in this browser and leads home, or to another address of the site; the session of another tab goes
 * on.
 */
export function leaveSession(to?: string): void {
  const location = environment().location();
  if (isReplaced()) {
    location.reload();
    return;
  }
  logOut();
  location.assign(sitePath(to ?? '') ?? localePath(localeOfPath(location.pathname), ''));
}
