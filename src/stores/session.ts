import { atom } from 'nanostores';
import { AUTH_COOKIE } from '#api/access.ts';
import { readCookie, removeCookie } from './cookies.ts';
import { COOKIES_OF_A_CLIENT } from './selection-cookies.ts';

/** Where this browser stores the first name, so that the header has it before any request. */
export const FIRST_NAME_KEY = 'manay:first-name';

/** The access token; undefined for visitors and during the build. */
export const $accessToken = atom<string | undefined>(readCookie(AUTH_COOKIE));

/** Reads the session cookie again: the server sets it at sign-in and when it rotates the token. */
export function readSession(): void {
  $accessToken.set(readCookie(AUTH_COOKIE));
}

/** Ends the session in this browser. Stores that keep something for the client listen to `$accessToken`. */
export function logOut(): void {
  for (const name of [AUTH_COOKIE, ...COOKIES_OF_A_CLIENT]) removeCookie(name);
  try {
    localStorage.removeItem(FIRST_NAME_KEY);
  } catch {
    // Storage is forbidden by the browser's settings, so there is nothing to remove.
  }
  $accessToken.set(undefined);
}
