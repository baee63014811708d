import { getSession } from '#api/endpoints/get-session.ts';
import { touchSession } from '#api/endpoints/touch-session.ts';
import { $idle, startIdleWatch } from '#stores/idle.ts';
import { loadProfile } from '#stores/profile.ts';
import { request } from '#stores/protected-call.ts';
import { askForProof } from '#stores/reauth.ts';
import { $accessToken } from '#stores/session.ts';

/**
 * Watches over a session with full assurance: who does nothing for long is warned, and at the end has to prove again who
 * they are before the screen can be read on (domain 2.1.5). The answer stops.
 */
export function watchSession(): () => void {
  let stopWatch: (() => void) | undefined;
  const stopToken = $accessToken.subscribe((token, before) => {
    if (Boolean(token) === Boolean(before) && stopWatch) return;
    stopWatch?.();
    stopWatch = token ? startIdleWatch(touch) : undefined;
    // The header of this page, and its name on every other.
    document.documentElement.classList.toggle('signed-in', token !== undefined);
    if (!token) return;
    loadProfile();
    // The question for a proof has to be there when it is needed, even without a network.
    import('./proof/proof-modal.tsx').catch(() => undefined);
  });
  const stopIdle = $idle.listen(({ kind }) => {
    if (kind === 'over') askForProof({ level: 'full', methods: ['password', 'otp'] });
  });
  return () => {
    stopToken();
    stopIdle();
    stopWatch?.();
  };
}

/** Tells the server that somebody is there; whether the session is fully signed in. */
export async function touch(): Promise<boolean> {
  const touched = await request(touchSession, {}, { quiet: true });
  if (touched.kind !== 'ok') return false;
  const session = await request(getSession, {}, { quiet: true });
  return session.kind === 'ok' && session.value.assurance === 'full';
}
