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
import { forgetSeen } from '#stores/seen-answers.ts';
import { $accessToken } from '#stores/session.ts';
import { keepFocus } from '../frame/kept-focus.ts';
import { $isLocked } from '../frame/private-view.tsx';
import { WORKS_OFFLINE } from '../offline/worker-settings.ts';

const AFTER_FIRST_SCREEN_MS = 2_000;

/**
 * Runs during a session: loads the header's name, warns of inactivity, at the end locks the screen until the client
 * proves their identity again (domain 2.1.5), and keeps the focus in its place. Call the result to stop.
 */
export function watchSession(): () => void {
  loadProfile();
  const stopFocus = keepFocus();
  const stopKeeping = keepWhenIdle();
  // All of these stay after the session, because a page that was left may come back as it was.
  document.addEventListener('visibilitychange', leaveIfOver);
  window.addEventListener('pageshow', leaveIfOver);
  // Heard by the other windows when one has logged out; they forget the client's name, too.
  window.addEventListener('storage', leaveIfOver);
  const stopWatch = startIdleWatch(touch);
  const stopIdle = $idle.listen(({ kind }) => {
    if (kind === 'over') askForProof({ level: 'full', methods: ['password', 'otp'] });
  });
  return () => {
    stopFocus();
    stopWatch();
    stopKeeping();
    stopIdle();
  };
}

/** Keeps what opens without a network, once the first screen needs nothing more. Call the result to stop. */
function keepWhenIdle(): () => void {
  if (!WORKS_OFFLINE) forgetSeen();
  // Safari has no `requestIdleCallback`.
  const idle = window.requestIdleCallback ?? ((task: () => void) => setTimeout(task));
  let stop: () => void = () => undefined;
  let isOver = false;
  const begin = async () => {
    if (isOver || !WORKS_OFFLINE) return;
    const { keepForOffline } = await import('../offline/keep-pages.ts');
    stop = await keepForOffline();
    if (isOver) stop();
  };
  const timer = setTimeout(() => idle(() => begin().catch(() => undefined)), AFTER_FIRST_SCREEN_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop();
  };
}

/**
 * Leaves when the session is over. Back may show the page as it was before log-out, and a tab may show what another one
 * has logged out of: nothing of its client must be readable there. In a page that Back has brought, the session may
 * also be another one.
 */
function leaveIfOver({ persisted }: Event & { readonly persisted?: boolean }): void {
  const token = Cookies.get(AUTH_COOKIE);
  if (document.hidden || (token && (!persisted || token === $accessToken.get()))) return;
  $isLocked.set(true);
  leaveSession();
}

/**
 * Tells the server that the client is still there, so that the session goes on, if it can. One that has ended on the
 * server asks for the proof now.
 * @returns the key of the text for the client when the server could not be asked
 */
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

/** Reads the assurance from a failure: a server that fails or is busy does not tell anything about the session. */
function assuranceAfter(failure: Exclude<CallResult<unknown>, { readonly kind: 'ok' }>): Assurance {
  if (failure.kind === 'aborted') return 'less';
  return failure.kind === 'refused' && failure.status < 500 && failure.status !== 429 ? 'less' : 'unknown';
}
