import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { callerOf } from './caller.ts';
import type { Log } from './log.ts';

/** The kinds of events that an investigation asks for, each with what it means (ASVS 16.1.1, 16.3.1–3). */
export const SECURITY_EVENTS = {
  'sign-in': 'A person, an editor or support opened a session, or could not: with which proof.',
  'code-asked': 'A code was asked for, to sign in, to register or to prove oneself again.',
  proof: 'A code or password was given in an open session, and was right or not.',
  'secret-changed': 'A password, e-mail, telephone or bank account was changed, or asked to be.',
  recovery: 'Somebody says that a password or telephone is lost.',
  'session-ended': 'One session ended, or all of a person, or all.',
  'access-refused': 'Without a session, with a wrong one, from another site, without the proof, or not allowed.',
  'limit-met': 'More attempts than are allowed.',
  'input-refused': 'What none of our pages sends: unknown fields, another method, kind or size of request.',
  'staff-act': 'Staff read or changed something.',
  'key-failed': 'A sealed value does not open: changed, moved, or sealed with another key.',
} as const satisfies Readonly<Record<string, string>>;

export type SecurityEventKind = keyof typeof SECURITY_EVENTS;

/**
 * Facts that a route knows about an event. Only ids and words of ours: never a name, a number, an address or a secret.
 */
export interface SecurityFacts {
  /** The endpoint, or the act of another role. */
  readonly what?: string;
  readonly person?: string;
  readonly session?: string;
  readonly challenge?: string;
  /** The account that acts as staff. */
  readonly staff?: string;
  /** The kind of proof that was given. */
  readonly factor?: 'password' | 'code' | 'link' | 'token' | 'passkey';
  readonly outcome?: SecurityOutcome;
  /** The code of a refusal. */
  readonly code?: string;
  /** A request no page of ours sends. */
  readonly isForged?: boolean;
}

/** `more`: right so far, a further proof was asked for. */
export type SecurityOutcome = 'ok' | 'more' | 'refused' | 'limited' | 'failed';

export interface SecurityEvent extends Omit<SecurityFacts, 'isForged'> {
  readonly kind: SecurityEventKind;
  readonly outcome: SecurityOutcome;
  /** The caller's address as a pseudonym: the same for the same address, and not to be turned back. */
  readonly caller: string;
  readonly requestId?: string;
}

/** The one form of security events: one line with `security` as the kind, at `info`. */
export function logSecurityEvent(log: Log, { kind, ...event }: SecurityEvent): void {
  log.info({ security: kind, ...event }, 'security event');
}

/** Logs an event of a role without request ids of its own: publisher and editor. */
export type SecurityNote = (c: Context, event: Omit<SecurityEvent, 'caller' | 'requestId'>) => void;

/** Callers are named by a keyed hash, as in the lending role; without a log nothing is written. */
export function securityLog({
  log,
  operatorToken,
  trustedProxies = 0,
}: {
  readonly log?: Log;
  readonly operatorToken: string;
  readonly trustedProxies?: number;
}): SecurityNote {
  return (c, event) => {
    const address = callerOf(c, trustedProxies);
    const caller = createHmac('sha256', operatorToken).update(address).digest('base64url').slice(0, 16);
    if (log) logSecurityEvent(log, { ...event, caller });
  };
}

/** Adds what is known to the event of a request, if it becomes one. */
export function noteSecurity(c: Context, facts: SecurityFacts | undefined): void {
  if (facts) c.set('security', { ...(c.get('security') as SecurityFacts | undefined), ...facts });
}

/** Names that a service gives its requests in the log. */
export interface SecurityNames {
  /** The kind of an endpoint whose every answer is an event. */
  readonly kindOf: (endpoint: string) => SecurityEventKind | undefined;
  readonly callerName: (c: Context) => string;
}

const OTHER_METHOD_KIND_OR_SIZE = [405, 413, 415];

/** The event of an answered request; undefined when it is not an event. */
export function securityEventOf(c: Context, names: SecurityNames): SecurityEvent | undefined {
  const { isForged = false, ...facts } = (c.get('security') as SecurityFacts | undefined) ?? {};
  const { status } = c.res;
  const kind = kindOf(status, facts, { isForged, names });
  if (!kind) return undefined;
  const requestId = c.get('requestId') as string;
  return { kind, ...facts, outcome: facts.outcome ?? outcomeOf(status), caller: names.callerName(c), requestId };
}

function kindOf(
  status: number,
  { staff, what }: SecurityFacts,
  { isForged, names }: { readonly isForged: boolean; readonly names: SecurityNames },
): SecurityEventKind | undefined {
  if (status === 429) return 'limit-met';
  if (status === 401 || status === 403 || status === 428) return 'access-refused';
  const named = what === undefined ? undefined : names.kindOf(what);
  if (named) return named;
  if (staff !== undefined) return 'staff-act';
  return isForged || OTHER_METHOD_KIND_OR_SIZE.includes(status) ? 'input-refused' : undefined;
}

function outcomeOf(status: number): SecurityOutcome {
  if (status < 400) return 'ok';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}
