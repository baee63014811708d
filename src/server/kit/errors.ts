import type { ErrorBody, ErrorDetails, FieldError, Reauth } from '#api/errors.ts';
import { REFUSALS, type RefusalCode } from '#api/refusals.ts';
import type { SecurityFacts } from './security-event.ts';

/** The statuses an error of ours can have (domain 2.0). */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 428 | 429 | 500 | 503;

/** An error response: what the client may know. Details for operators go to the log. */
export interface Refusal {
  readonly kind: 'refused';
  readonly status: ErrorStatus;
  /** snake_case, one per reason. */
  readonly code: string;
  /** For developers, in English; never shown to a client, never with data of a person. */
  readonly message: string;
  readonly fieldErrors?: readonly FieldError[] | undefined;
  /** The proof with which the same request would succeed. */
  readonly reauth?: Reauth | undefined;
  /** The current value, such as a new offer. Only the client's own figures. */
  readonly current?: unknown;
  /** Further data the screen needs. */
  readonly details?: ErrorDetails | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For the log of security events; never sent. */
  readonly about?: SecurityFacts | undefined;
}

/** A code that clients get has one status, whoever answers it, beside 400, which is said of any input. */
type StatusOf<Code extends string> = Code extends RefusalCode ? (typeof REFUSALS)[Code]['status'] | 400 : ErrorStatus;

export function refused<const Code extends string>(status: StatusOf<Code>, code: Code, message: string): Refusal {
  return { kind: 'refused', status, code, message };
}

/** The wire code of each reason of a rule: a reason without one does not compile. */
export type CodeOf<Reason extends string> = Readonly<Record<Reason, RefusalCode>>;

/** Answers the reason of a rule with its code. */
export function refusedBecause<Reason extends string>(
  reason: Reason,
  codes: CodeOf<NoInfer<Reason>>,
  message: string,
): Refusal {
  const code = codes[reason];
  return { kind: 'refused', status: REFUSALS[code].status, code, message };
}

/**
 * One response for things that do not exist and for things of other people, so that nobody can tell which (domain 2.0).
 */
export function notFound(): Refusal {
  return refused(404, 'not_found', 'There is nothing here.');
}

/** 401 always means "log out", whatever is wrong with the session. */
export function unauthorized(): Refusal {
  return refused(401, 'unauthorized', 'Sign in.');
}

/** 428: the session is valid, but the request needs a fresh proof. */
export function reauthRequired(reauth: Reauth): Refusal {
  return { ...refused(428, 'reauth_required', 'Prove who you are, and call again.'), reauth };
}

/** 400 with every invalid field, so that a form can show all errors at once. */
export function invalidFields(fieldErrors: readonly FieldError[]): Refusal {
  return {
    kind: 'refused',
    status: 400,
    code: 'validation_failed',
    message: 'Some fields are not valid.',
    fieldErrors,
  };
}

export function tooManyRequests(retryAfterSeconds: number): Refusal {
  const headers = { 'Retry-After': String(retryAfterSeconds) };
  return { ...refused(429, 'rate_limited', 'Too many requests.'), headers };
}

/**
 * A dependency, usually the database, is temporarily unavailable. Answered with 503 and `Retry-After`, like the
 * failures that `storageFailure` names.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/**
 * The database has undone a whole transaction for the sake of another one, which goes on: a deadlock, or two that cannot
 * both have come first. The same act again meets nobody.
 */
export class UndoneError extends UnavailableError {}

/**
 * Whether it was done is unknown: the connection was lost before the answer, or the commit may not be on the stand-by
 * that takes over. The idempotency key, or the row that a job works on, decides when it comes again.
 */
export class UnclearError extends UnavailableError {}

const NO_SPACE = /\b(?:ENOSPC|EDQUOT|53100)\b|no space left on device|disk quota exceeded/i;
const READ_ONLY = /\bEROFS\b|read-only file system/i;

/**
 * Why nothing can be stored, in a sentence: no space is left, or the file system only reads. Of files, of both database
 * engines, and of processes that say so as they end; undefined for any other error.
 */
export function storageFailure(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const said = `${(cause as NodeJS.ErrnoException).code ?? ''} ${cause.message}`;
    if (NO_SPACE.test(said)) return 'Nothing can be stored, because no space is left on the disk: make some.';
    if (READ_ONLY.test(said))
      return 'Nothing can be stored, because the file system is read-only: mount it for writing.';
  }
  return undefined;
}

export function errorBodyOf({ code, message, fieldErrors, reauth, current, details }: Refusal): ErrorBody {
  return {
    error: {
      code,
      message,
      ...(fieldErrors && { fieldErrors: [...fieldErrors] }),
      ...(reauth && { reauth }),
      ...(current !== undefined && { current }),
      ...(details && { details }),
    },
  };
}
