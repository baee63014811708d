import { environment } from '#stores/environment.ts';
import type {} from '#stores/frame-events.ts';
import { $accessToken } from '#stores/session.ts';
import { loadSignedIn } from '../guards.ts';

/**
 * Follows sessions that begin and end on this page: the header changes with them (layouts/signed-in.ts), and the
 * session watch is loaded only for them, so that visitors do not download it. Call the result to stop.
 */
export function followSession(): () => void {
  let session: AbortController | undefined;
  const stopListening = $accessToken.subscribe((token) => {
    document.documentElement.classList.toggle('signed-in', token !== undefined);
    if (token && !session) {
      document.dispatchEvent(new Event('manay:signed-in'));
      session = beginWatch();
    }
    if (token) return;
    session?.abort();
    session = undefined;
  });
  return () => {
    stopListening();
    session?.abort();
  };
}

function beginWatch(): AbortController {
  const session = new AbortController();
  loadSignedIn().then(
    (signedIn) => {
      if (session.signal.aborted) return;
      session.signal.addEventListener('abort', signedIn.watchSession());
    },
    // The server ends the session anyway; only the warning before it is missing.
    (error) => environment().log('session not watched', error),
  );
  return session;
}
