import { AUTH_COOKIE, BIND_COOKIE } from '#api/access.ts';
import type { SessionPair } from './store/session-store.ts';

/**
 * The two cookies of a session (quality A2): one a script can read and send as Bearer, one it cannot read. Set by the
 * server, because Safari keeps what a script sets for a week only. `Secure` always: `__Host-` demands it, and browsers
 * take it on http://localhost too, Safari excepted.
 */
export function sessionCookies({ token, bind }: SessionPair, expiresAt: Date, now: number): string[] {
  const maxAge = Math.max(0, Math.ceil((expiresAt.getTime() - now) / 1000));
  return pair(token, bind, maxAge);
}

/** Takes both away. */
export function endedSessionCookies(): string[] {
  return pair('', '', 0);
}

/** Says that a browser is known. No script can read it, and without the password it opens nothing. */
export const DEVICE_COOKIE = '__Host-device';
const DEVICE_SECONDS = 365 * 86_400;

export function deviceCookie(secret: string): string {
  return `${DEVICE_COOKIE}=${secret}; Path=/; Max-Age=${DEVICE_SECONDS}; SameSite=Strict; Secure; HttpOnly`;
}

function pair(token: string, bind: string, maxAge: number): string[] {
  const flags = `Path=/; Max-Age=${maxAge}; SameSite=Strict; Secure`;
  return [`${AUTH_COOKIE}=${token}; ${flags}`, `${BIND_COOKIE}=${bind}; ${flags}; HttpOnly`];
}
