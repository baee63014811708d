import { getSession } from '#api/endpoints/people/get-session.ts';
import { touchSession } from '#api/endpoints/people/touch-session.ts';
import { $idle, startIdleWatch } from '#stores/idle.ts';
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

/** Reports activity to the server; resolves to whether the session has full assurance. */
export async function touch(): Promise<boolean> {
  const touched = await request(touchSession, {}, { quiet: true });
  if (touched.kind !== 'ok') return false;
  const session = await request(getSession, {}, { quiet: true });
  return session.kind === 'ok' && session.value.assurance === 'full';
}
