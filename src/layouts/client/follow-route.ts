import type {} from '#stores/frame-events.ts';
import { headerLink, showsNavigation } from '../default/header-rules.ts';

/** Updates the client area's header on navigation, by the same rules as at build time (product-spec §2). */
export function followRoute(header: HTMLElement): void {
  document.addEventListener('manay:route', ({ detail: path }) => {
    for (const navigation of header.querySelectorAll<HTMLElement>('.wide-nav, .menu-btn')) {
      navigation.hidden = !showsNavigation(path);
    }
    for (const link of header.querySelectorAll<HTMLElement>('[data-link]')) {
      link.hidden = link.dataset['link'] !== headerLink(path).label;
    }
    const { home = '/', other = '/' } = header.dataset;
    for (const link of header.querySelectorAll('a')) markCurrent(link, home, path);
    // The other language's links must lead to the current screen; one is in the footer.
    for (const link of document.querySelectorAll<HTMLAnchorElement>('.top a[lang], .foot a[lang]')) {
      link.pathname = `${other}${path}/`;
    }
  });
}

function markCurrent(link: HTMLAnchorElement, home: string, path: string): void {
  const isNavigation = link.closest('nav') !== null;
  if (isNavigation && link.pathname === `${home}${path}/`) link.setAttribute('aria-current', 'page');
  else link.removeAttribute('aria-current');
}
