import type { ScreenName } from '#api/screens.ts';
import { SCREENS_KEY } from '#stores/session.ts';

/**
 * The script of a page of the client area that runs before anything renders. It sets classes on the document:
 * `signed-in` shows the client's header and not the visitors' (`client-area/follow-session.ts` updates it when a session
 * begins or ends); `drawn` shows the screen that stands in the page, if the client was last led to it.
 */
export function signedInScript(screen: ScreenName): string {
  return `if(/\\bauth=/.test(document.cookie)){let c=document.documentElement.classList;c.add('signed-in');try{localStorage.getItem('${SCREENS_KEY}').split(' ').includes('${screen}')&&c.add('drawn')}catch{}}`;
}
