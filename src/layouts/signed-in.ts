/**
 * Sets a class on the document before anything renders, to show the visitors' or the client's header.
 * `client-area/follow-session.ts` updates it when a session begins or ends.
 */
export const SIGNED_IN_SCRIPT = "if(/\\bauth=/.test(document.cookie))document.documentElement.className='signed-in'";
