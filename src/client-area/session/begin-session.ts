import type { CallOutput } from '#api/call.ts';
import type { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { rememberClientType } from '#stores/remembered-client.ts';
import { returnPath } from '../guards.ts';
import { openHref, openScreen } from '../router.ts';

/** The server's answer about a session that has just begun. */
export type SessionBegun = CallOutput<typeof completeRegistration>;

/**
 * Called after sign-in, when the answer has set the session's cookies. Opens the page the link asked for, else the
 * client's next screen.
 */
export function beginSession(session: SessionBegun, query: Readonly<Record<string, string>> = {}): void {
  rememberClientType(session.profileData.paidLoanCount);
  const back = returnPath(query);
  if (back) openHref(back);
  else openScreen(session.nextScreen);
}
