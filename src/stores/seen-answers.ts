import { environment } from './environment.ts';
import { $accessToken } from './session.ts';

/** The key under which this browser stores what a client has last seen (`kept.ts`). */
export const SEEN_KEY = 'manay:seen';

/** An answer that this page has shown. */
export interface SeenAnswer {
  /** The token that it was asked with. */
  readonly token: string;
  readonly atMs: number;
  readonly value: unknown;
}

const answers = new Map<string, SeenAnswer>();
const earlier = new Set<string>();
let whenSeen: (() => void) | undefined;

$accessToken.listen((token, before) => {
  if (before) earlier.add(before);
  if (token) return whenSeen?.();
  answers.clear();
  earlier.clear();
  forgetSeen();
});

/** Removes what this browser stores of a client. */
export function forgetSeen(): void {
  try {
    localStorage.removeItem(SEEN_KEY);
  } catch {
    // Storage is forbidden by the browser's settings, so there is nothing to remove.
  }
}

/** The answers that this page has shown, by address and input; whoever stores them takes them out. */
export function seenAnswers(): Map<string, SeenAnswer> {
  return answers;
}

/** The tokens that this page had before its present one: newer ones of the same session, or another client's. */
export function earlierTokens(): ReadonlySet<string> {
  return earlier;
}

/** Has `listener` called after each answer, and when the token changes. Call the result to stop. */
export function onSeenAnswer(listener: () => void): () => void {
  whenSeen = listener;
  return () => {
    whenSeen = undefined;
  };
}

/** Notes an answer that was asked with this token. */
export function noteAnswer(key: string, token: string, value: unknown): void {
  answers.set(key, { token, atMs: environment().nowMs(), value });
  whenSeen?.();
}
