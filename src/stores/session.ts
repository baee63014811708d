import { atom } from 'nanostores';
import { AUTH_COOKIE } from '#api/access.ts';
import { readCookie, removeCookie } from './cookies.ts';
import { COOKIES_OF_A_CLIENT } from './selection-cookies.ts';

/** Where this browser remembers whom to greet, so that the header has the name before anything is asked. */
export const FIRST_NAME_KEY = 'manay:first-name';

/** The access token, or undefined for a visitor; always undefined while pages are built. */
export const $accessToken = atom<string | undefined>(readCookie(AUTH_COOKIE));

/** Takes over the session that the server has just set a cookie for: it does so at sign-in and when it rotates the token. */
export function readSession(): void {
  $accessToken.set(readCookie(AUTH_COOKIE));
}

/** Ends the session in this browser. Stores that keep something for the client listen to `$accessToken`. */
export function logOut(): void {
  for (const name of [AUTH_COOKIE, ...COOKIES_OF_A_CLIENT]) removeCookie(name);
  try {
    localStorage.removeItem(FIRST_NAME_KEY);
  } catch {
    // Forbidden by the browser's settings: then there is nothing in it either.
  }
  $accessToken.set(undefined);
}
