import { CLIENT_AREA_FOLDERS, isOfClientArea } from '#api/page-kind.ts';

/** Addresses of pages: all are directories. A language stands before the rest, hence the second star below. */
const PAGES = ['/', '/*/'];
/** Calls, and pages that the lending role renders for one person. */
const NEVER = ['/api/*', '/*/seguimiento/*'];
/** Screens of the client area. Among themselves its router opens them without a page. */
const SCREENS_OF_CLIENTS = [...CLIENT_AREA_FOLDERS, 'calculator'].map((folder) => `/*${folder}/*`);
/** Links to files and to places of the same page. */
const OTHER_LINKS = '[download],[href^="#"]';
/** Pages of one long form. They are left by sending it, and each of their bytes is counted (tests/architecture). */
const WITHOUT = ['libro-de-reclamaciones'];

/**
 * Builds the speculation rules of a page: the browser fetches a page of this site when somebody is about to open it, and
 * renders a public one when its link is pressed, so that it is there when the finger is lifted. Until then it must not
 * call or store anything (`stores/opened.ts`). Screens of the client area are fetched only, because they call the server
 * as soon as they run.
 */
export function pagesAhead(path: string): string | undefined {
  if (WITHOUT.includes(path)) return undefined;
  const screens = [...NEVER, ...SCREENS_OF_CLIENTS];
  const where = (never: readonly string[]) => ({
    and: [{ href_matches: PAGES }, { not: { href_matches: never } }, { not: { selector_matches: OTHER_LINKS } }],
  });
  return JSON.stringify({
    prefetch: [{ where: where(isOfClientArea(path) ? screens : NEVER), eagerness: 'moderate' }],
    // On press, as nothing else is said.
    prerender: [{ where: where(screens) }],
  });
}
