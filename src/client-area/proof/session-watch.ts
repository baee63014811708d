import Cookies from 'js-cookie';
import { AUTH_COOKIE } from '#api/access.ts';
import type { CallResult } from '#api/call.ts';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { touchSession } from '#api/endpoints/people/touch-session.ts';
import { $idle, type Assurance, isIdleOver, noteFullAssurance, startIdleWatch } from '#stores/idle.ts';
import { $isOnline } from '#stores/online.ts';
import { loadProfile } from '#stores/profile.ts';
import { leaveSession, request } from '#stores/protected-call.ts';
import { askForProof } from '#stores/reauth.ts';
import { $accessToken } from '#stores/session.ts';
import { $isLocked } from '../private-view.tsx';

/** During a session: the header's name, the warning, the locked screen at its end (domain 2.1.5). Returns a stop. */
export function watchSession(): () => void {
  loadProfile();
  // All stay after the session: a page that was left may come back as it was.
  document.addEventListener('visibilitychange', leaveIfOver);
  window.addEventListener('pageshow', leaveIfOver);
  // Beside the window that has logged out; it forgets the client's name, too.
  window.addEventListener('storage', leaveIfOver);
  const stopWatch = startIdleWatch(touch);
  const stopIdle = $idle.listen(({ kind }) => {
    if (kind === 'over') askForProof({ level: 'full', methods: ['password', 'otp'] });
  });
  return () => {
    stopWatch();
    stopIdle();
  };
}

/**
 * Back may show the page as it stood before log-out, and a tab what another one has logged out of: nothing of its client
 * is to be read there. In a page that Back has brought the session may be another one, too.
 */
function leaveIfOver({ persisted }: Event & { readonly persisted?: boolean }): void {
  const token = Cookies.get(AUTH_COOKIE);
  if (document.hidden || (token && (!persisted || token === $accessToken.get()))) return;
  $isLocked.set(true);
  leaveSession();
}

/** Goes on with the session; an ended one asks for the proof. Returns what to say when the server was not reached. */
export async function stay(): Promise<'idle_offline' | 'idle_failed' | undefined> {
  const assurance = await touch();
  if (assurance === 'full' && !isIdleOver()) noteFullAssurance();
  if (assurance === 'less' && $idle.get().kind !== 'off') $idle.set({ kind: 'over' });
  if (assurance !== 'unknown') return undefined;
  return $isOnline.get() ? 'idle_failed' : 'idle_offline';
}

/** Reports activity to the server. */
async function touch(): Promise<Assurance> {
  const touched = await request(touchSession, {}, { quiet: true });
  if (touched.kind !== 'ok') return assuranceAfter(touched);
  const session = await request(getSession, {}, { quiet: true });
  if (session.kind !== 'ok') return assuranceAfter(session);
  return session.value.assurance === 'full' ? 'full' : 'less';
}

/** A server that fails or has no time says nothing of the session. */
function assuranceAfter(failure: Exclude<CallResult<unknown>, { readonly kind: 'ok' }>): Assurance {
  if (failure.kind === 'aborted') return 'less';
  return failure.kind === 'refused' && failure.status < 500 && failure.status !== 429 ? 'less' : 'unknown';
}
