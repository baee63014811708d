/**
 * Runs before anything is drawn, so that nobody sees the header of a visitor turn into that of a client. Styles do the
 * rest by the class; `src/client-area/session-watch.ts` keeps it when a session begins or ends.
 */
export const SIGNED_IN_SCRIPT =
  "if(/(^|; )auth=/.test(document.cookie))document.documentElement.classList.add('signed-in')";
