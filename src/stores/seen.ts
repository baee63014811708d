import Cookies from 'js-cookie';
import * as z from 'zod/mini';
import { AUTH_COOKIE } from '#api/access.ts';
import type { CallInput, CallOutput, CallResult } from '#api/call.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { environment } from './environment.ts';
import { type RequestOptions, request } from './protected-call.ts';
import { $accessToken } from './session.ts';

/** The key under which this browser stores what a client has last seen. */
export const SEEN_KEY = 'manay:seen';

const LONGEST_MS = 30 * 86_400_000;

function forgetSeen(): void {
  try {
    localStorage.removeItem(SEEN_KEY);
  } catch {
    // Storage is forbidden by the browser's settings, so there is nothing to remove.
  }
}

export interface Seeing {
  /** Told when the answer was seen, milliseconds since 1970. */
  readonly onSeen: (atMs: number) => void;
}

interface SeenAnswer {
  readonly atMs: number;
  readonly value: unknown;
}

interface Seen {
  /** The client. */
  readonly who: string;
  /** The beginning of the token that these were asked with: another session does not show them. */
  readonly session: string;
  readonly answers: Readonly<Record<string, SeenAnswer>>;
}

/** The client of this page, once their profile is known. */
let who: string | undefined;
/** Answers that nobody's name is known for yet. */
let waiting: Record<string, SeenAnswer> = {};

$accessToken.listen((token) => {
  if (token) return;
  who = undefined;
  waiting = {};
  forgetSeen();
});

/**
 * Reads what a client may open without a network: the answer is kept, and is there again when there is none. It must be
 * what a session shows that is not fully signed in, because without a network nobody can give a proof.
 */
export async function requestSeen<E extends Endpoint & { readonly access?: 'basic' }>(
  endpoint: E,
  input: CallInput<E>,
  options: RequestOptions & Seeing,
): Promise<CallResult<CallOutput<E>>> {
  const token = $accessToken.get();
  const answer = await request(endpoint, input, options);
  const key = `${endpoint.path} ${JSON.stringify(input)}`;
  if (answer.kind === 'ok') {
    waiting[key] = { atMs: environment().nowMs(), value: answer.value };
    keep(token);
  }
  const seen = answer.kind === 'unreachable' ? recall(key) : undefined;
  // An earlier release may have kept it.
  if (!seen || !z.safeParse(endpoint.response, seen.value).success) return answer;
  options.onSeen(seen.atMs);
  return { kind: 'ok', value: seen.value as CallOutput<E> };
}

/**
 * Notes whose page this is: what was kept of another client goes.
 * @param token that the profile was asked with
 */
export function noteClient(clientId: string, token: string | undefined): void {
  who = clientId;
  keep(token);
}

function keep(token: string | undefined): void {
  // Another tab may have ended the session, or begun another client's; one with a new token of this client's comes soon.
  if (!who || !token || Cookies.get(AUTH_COOKIE) !== token) return;
  const before = readSeen();
  const answers = { ...(before?.who === who && before.answers), ...waiting };
  const young = Object.entries(answers).filter(([, { atMs }]) => isYoung(atMs));
  const seen: Seen = { who, session: signOf(token), answers: Object.fromEntries(young) };
  waiting = {};
  try {
    // Full or forbidden: half of it would be worse than nothing.
    localStorage.removeItem(SEEN_KEY);
    localStorage.setItem(SEEN_KEY, JSON.stringify(seen));
  } catch (error) {
    environment().log('nothing is kept for the time without a network', error);
  }
}

/** Reads what this session has last seen; the oldest is thirty days old. */
function recall(key: string): SeenAnswer | undefined {
  const token = $accessToken.get();
  const seen = readSeen();
  if (!token || Cookies.get(AUTH_COOKIE) !== token || seen?.session !== signOf(token)) return undefined;
  const answer = seen.answers[key];
  return answer && isYoung(answer.atMs) ? answer : undefined;
}

function isYoung(atMs: number): boolean {
  return Math.abs(environment().nowMs() - atMs) < LONGEST_MS;
}

/** Tells sessions apart, and opens none. */
function signOf(token: string): string {
  return token.slice(0, 8);
}

function readSeen(): Seen | undefined {
  try {
    return (JSON.parse(localStorage.getItem(SEEN_KEY) ?? 'null') as Seen | null) ?? undefined;
  } catch {
    return undefined;
  }
}
