import Cookies from 'js-cookie';
import { atom } from 'nanostores';
import { AUTH_COOKIE } from '#api/access.ts';
import { getProfile, type ProfileBody } from '#api/endpoints/profile/get-profile.ts';
import type {} from './frame-events.ts';
import { request } from './protected-call.ts';
import { rememberClientType } from './remembered-client.ts';
import { $accessToken, FIRST_NAME_KEY } from './session.ts';

/**
 * The signed-in client (product-spec §3): at least the name and the number of paid loans. Undefined until it was
 * loaded.
 */
export const $profile = atom<ProfileBody | undefined>();

/**
 * Loads the profile; the header greets by the name from then on. An answer that arrives after log-out must be dropped,
 * because it would leave the name to the next person at this phone. The cookie tells, because the header ends a session
 * without the stores.
 */
export async function loadProfile(): Promise<void> {
  const before = shown;
  const answer = await request(getProfile, { query: {} }, { quiet: true });
  if (answer.kind !== 'ok' || !Cookies.get(AUTH_COOKIE)) return;
  $profile.set(answer.value);
  rememberName(answer.value.firstName);
  rememberClientType(answer.value.paidLoanCount);
  // What was shown meanwhile is newer: the client may have read them all.
  if (shown === before) showUnread(answer.value.unreadNotifications ?? 0);
}

/** Counts how often the number of unread notifications was shown. */
let shown = 0;

/**
 * Shows the number of unread notifications in the header, by its style sheet, because the header's script is in every
 * page and has no bytes to spare.
 */
export function showUnread(count: number): void {
  shown += 1;
  const { dataset, style } = document.documentElement;
  dataset['unread'] = String(count);
  style.setProperty('--unread', `"${count}"`);
}

/** Stores the name for the header of every page. */
function rememberName(firstName: string | null): void {
  if (!firstName) return;
  document.dispatchEvent(new CustomEvent('manay:first-name', { detail: firstName }));
  try {
    localStorage.setItem(FIRST_NAME_KEY, firstName);
  } catch {
    // Storage is forbidden by the browser's settings: other pages greet without a name.
  }
}

$accessToken.listen((token) => {
  if (!token) $profile.set(undefined);
});
