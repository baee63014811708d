/**
 * For the pages of the client area, before anything is drawn: the header of a visitor or of a client, by a class of the
 * document. `client-area/follow-session.ts` keeps it when a session begins or ends.
 */
export const SIGNED_IN_SCRIPT = "if(/\\bauth=/.test(document.cookie))document.documentElement.className='signed-in'";
