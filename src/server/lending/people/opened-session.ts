import type { SessionAnswer } from '#api/session-answer.ts';
import type { SecurityFacts } from '#server/kit/security-event.ts';
import type { OpenedSession } from './open-session.ts';

/** The answer to a sign-in: the tokens go into the cookies, and nowhere else. */
export function openedSession({ answer, cookies, personId }: OpenedSession, facts: SecurityFacts) {
  const about = { person: personId, ...facts };
  return { kind: 'ok', body: wireOf(answer), headers: { 'Cache-Control': 'no-store' }, cookies, about } as const;
}

/** The schemas of the API have no read-only fields. */
export function wireOf({ nextScreen, ...answer }: SessionAnswer) {
  const { name, query } = nextScreen;
  return { ...answer, nextScreen: { name, ...(query && { query: { ...query } }) } };
}
