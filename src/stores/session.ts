import Cookies from 'js-cookie';
import { atom } from 'nanostores';
import { AUTH_COOKIE } from '#api/access.ts';

/** The access token, or undefined for a visitor; always undefined while pages are built. */
export const $accessToken = atom<string | undefined>(Cookies.get(AUTH_COOKIE));

/** Ends the session in this browser. Stores that keep something for the client listen to `$accessToken`. */
export function logOut(): void {
  Cookies.remove(AUTH_COOKIE);
  $accessToken.set(undefined);
}
