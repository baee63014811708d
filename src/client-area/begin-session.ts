import type { CallOutput } from '#api/call.ts';
import type { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { rememberClientType } from '#stores/remembered-client.ts';
import { returnPath } from './guards.ts';
import { openHref, openScreen } from './router.ts';

/** What the server says of a session that has just begun. */
export type SessionBegun = CallOutput<typeof completeRegistration>;

/** After sign-in has set the session's cookies: opens the page the link asked for, else the next screen. */
export function beginSession(session: SessionBegun, query: Readonly<Record<string, string>> = {}): void {
  rememberClientType(session.profileData.paidLoanCount);
  const back = returnPath(query);
  if (back) openHref(back);
  else openScreen(session.nextScreen);
}
