import type {} from '#stores/frame-events.ts';
import { headerLink, showsNavigation } from '../default/header-rules.ts';

/** Updates the client area's header on navigation, by the same rules as at build time (product-spec §2). */
export function followRoute(header: HTMLElement): void {
  document.addEventListener('manay:route', ({ detail: path }) => {
    for (const menu of header.querySelectorAll<HTMLElement>('[popover]:popover-open')) menu.hidePopover();
    const navigation = header.querySelector<HTMLElement>('.wide-nav');
    if (navigation) navigation.hidden = !showsNavigation(path);
    for (const link of header.querySelectorAll<HTMLElement>('[data-link]')) {
      link.hidden = link.dataset['link'] !== headerLink(path).label;
    }
    const home = header.dataset['home'] ?? '/';
    for (const link of header.querySelectorAll('a')) markCurrent(link, home, path);
  });
}

function markCurrent(link: HTMLAnchorElement, home: string, path: string): void {
  const isNavigation = link.closest('nav') !== null;
  if (isNavigation && link.pathname === `${home}${path}/`) link.setAttribute('aria-current', 'page');
  else link.removeAttribute('aria-current');
  // The other language's link must lead to the current screen.
  if (link.lang) link.pathname = otherLanguage(home, path);
}

function otherLanguage(home: string, path: string): string {
  return `${home === '/' ? '/en/' : '/'}${path}/`;
}
