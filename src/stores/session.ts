import Cookies from 'js-cookie';
import { atom } from 'nanostores';
import { AUTH_COOKIE } from '#api/access.ts';
import { COOKIES_OF_A_CLIENT } from './selection-cookies.ts';

/** The key under which this browser stores the first name, so that the header has it before any request. */
export const FIRST_NAME_KEY = 'manay:first-name';

/** The access token; undefined for visitors and during the build. */
export const $accessToken = atom<string | undefined>(Cookies.get(AUTH_COOKIE));

/** True when the server has said that this session is only remembered: calls that need more would be refused (428). */
export const $isBasic = atom(false);

/** Reads the session cookie again: the server sets it at sign-in and when it rotates the token. */
export function readSession(): void {
  const token = Cookies.get(AUTH_COOKIE);
  // The session before may have ended by itself, and may have been another client's.
  if (token && !$accessToken.get()) forgetClient();
  $accessToken.set(token);
}

/**
 * Tells whether another tab has other tokens: newer ones of this session, or those of another client. The data on this
 * page is not theirs, so the page must load anew, and it must not end that session.
 */
export function isReplaced(): boolean {
  const token = Cookies.get(AUTH_COOKIE);
  if (!token || token === $accessToken.get()) return false;
  forgetClient();
  return true;
}

/** Removes everything this browser and this tab keep of a client. */
function forgetClient(): void {
  try {
    localStorage.removeItem(FIRST_NAME_KEY);
    sessionStorage.clear();
  } catch {
    // Storage is forbidden by the browser's settings, so there is nothing to remove.
  }
}

/** Ends the session in this browser. Stores that keep something for the client listen to `$accessToken`. */
export function logOut(): void {
  for (const name of [AUTH_COOKIE, ...COOKIES_OF_A_CLIENT]) Cookies.remove(name);
  forgetClient();
  $isBasic.set(false);
  $accessToken.set(undefined);
}
