import type { SessionAnswer } from '#api/session-answer.ts';
import type { OpenedSession } from './open-session.ts';

/** The answer to a sign-in: the tokens go into the cookies, and nowhere else. */
export function openedSession({ answer, cookies }: OpenedSession) {
  return { kind: 'ok', body: wireOf(answer), headers: { 'Cache-Control': 'no-store' }, cookies } as const;
}

/** The schemas of the API have no read-only fields. */
export function wireOf({ nextScreen, ...answer }: SessionAnswer) {
  const { name, query } = nextScreen;
  return { ...answer, nextScreen: { name, ...(query && { query: { ...query } }) } };
}
