import { getSession } from '#api/endpoints/people/get-session.ts';
import { touchSession } from '#api/endpoints/people/touch-session.ts';
import { $idle, startIdleWatch } from '#stores/idle.ts';
import { loadProfile } from '#stores/profile.ts';
import { request } from '#stores/protected-call.ts';
import { askForProof } from '#stores/reauth.ts';

/**
 * What goes on as long as somebody is signed in: the header learns their name, and who does nothing for long is warned
 * and at the end has to prove again who they are before the screen can be read on (domain 2.1.5). The answer stops.
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

/** Tells the server that somebody is there; whether the session is fully signed in. */
export async function touch(): Promise<boolean> {
  const touched = await request(touchSession, {}, { quiet: true });
  if (touched.kind !== 'ok') return false;
  const session = await request(getSession, {}, { quiet: true });
  return session.kind === 'ok' && session.value.assurance === 'full';
}
