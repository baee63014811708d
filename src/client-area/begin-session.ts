import type { SessionBegun } from '#api/auth.ts';
import { noteFullAssurance } from '#stores/idle.ts';
import { rememberName } from '#stores/profile.ts';
import { readSession } from '#stores/session.ts';
import { returnPath } from './guards.ts';
import { openHref, openScreen } from './router.ts';

/** Somebody has signed in: takes the session over. Its cookies came with the answer. */
export function takeSession({ profileData }: SessionBegun): void {
  readSession();
  rememberName(profileData.firstName);
  noteFullAssurance();
}

/** Takes the session over and goes on: where a link wanted to lead, else to the client's next screen. */
export function beginSession(session: SessionBegun, query: Readonly<Record<string, string>> = {}): void {
  takeSession(session);
  const back = returnPath(query);
  if (back) openHref(back);
  else openScreen(session.nextScreen);
}
