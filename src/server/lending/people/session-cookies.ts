import { AUTH_COOKIE, BIND_COOKIE } from '#api/access.ts';
import { COOKIES } from '#api/cookies.ts';
import type { SessionPair } from './store/session-store.ts';

/**
 * The two cookies of a session (quality A2): one that scripts read and send as Bearer, one that they cannot read. Set
 * by the server, because Safari keeps cookies set by scripts for a week only. Always `Secure`: `__Host-` requires it,
 * and browsers except Safari accept it on http://localhost too.
 */
export function sessionCookies({ token, bind }: SessionPair, expiresAt: Date, now: number): string[] {
  const maxAge = Math.max(0, Math.ceil((expiresAt.getTime() - now) / 1000));
  return pair(token, bind, maxAge);
}

/** Expires both. */
export function endedSessionCookies(): string[] {
  return pair('', '', 0);
}

/** Identifies a known device. Scripts cannot read it, and without the password it opens nothing. */
export const DEVICE_COOKIE = '__Host-device';

export function deviceCookie(secret: string): string {
  return `${DEVICE_COOKIE}=${secret}; Path=/; Max-Age=${COOKIES[DEVICE_COOKIE].seconds}; SameSite=Strict; Secure; HttpOnly`;
}

function pair(token: string, bind: string, maxAge: number): string[] {
  const flags = `Path=/; Max-Age=${maxAge}; SameSite=Strict; Secure`;
  return [`${AUTH_COOKIE}=${token}; ${flags}`, `${BIND_COOKIE}=${bind}; ${flags}; HttpOnly`];
}
