/**
 * Asks for a page as soon as a pointer or a finger is on its link: the press is a moment later. Not on 2g and not with
 * data saver (product-spec §9), where nobody pays for a page they may not open.
 */
export function startPrefetch(isSparing: () => boolean): void {
  const asked = new Set<string>();
  const consider = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const page = link && pageBehind(link);
    if (!page || asked.has(page) || isSparing()) return;
    asked.add(page);
    const hint = document.createElement('link');
    hint.rel = 'prefetch';
    hint.href = page;
    document.head.append(hint);
  };
  // `pointerenter` and `touchstart` of every link, told once to the document: `pointerover` is the one that bubbles.
  document.addEventListener('pointerover', consider, { passive: true });
  document.addEventListener('touchstart', consider, { passive: true });
}

/** The page of ours that a link opens in this tab; undefined for this same page, for files and for calls of the API. */
function pageBehind(link: HTMLAnchorElement): string | undefined {
  const { origin, pathname, search } = link;
  const isPage = pathname.endsWith('/') && !pathname.startsWith('/api/');
  const isHere = pathname === location.pathname && search === location.search;
  if (origin !== location.origin || !isPage || isHere || link.hasAttribute('download')) return undefined;
  return `${pathname}${search}`;
}
