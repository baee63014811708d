import type { CallResult } from '#api/call.ts';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { touchSession } from '#api/endpoints/people/touch-session.ts';
import { $idle, type Assurance, isIdleOver, noteFullAssurance, startIdleWatch } from '#stores/idle.ts';
import { loadProfile } from '#stores/profile.ts';
import { request } from '#stores/protected-call.ts';
import { askForProof } from '#stores/reauth.ts';

/**
 * Runs during a session: loads the header's name, warns of inactivity, and at its end locks the screen until the
 * client proves their identity again (domain 2.1.5). Call the result to stop.
 */
export function watchSession(): () => void {
  loadProfile();
  const stopWatch = startIdleWatch(touch);
  const stopIdle = $idle.listen(({ kind }) => {
    if (kind === 'over') askForProof({ level: 'full', methods: ['password', 'otp'] });
  });
  return () => {
    stopWatch();
    stopIdle();
  };
}

/** The client is still there: the session goes on, if it can. */
export async function stay(): Promise<void> {
  if ((await touch()) === 'full' && !isIdleOver()) noteFullAssurance();
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
