/** Prefetches a page when its link is hovered or touched. Not on 2g and not with data saver (product-spec §9). */
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
  // `pointerover` instead of `pointerenter`: it bubbles, so one listener serves all links.
  document.addEventListener('pointerover', consider, { passive: true });
  document.addEventListener('touchstart', consider, { passive: true });
}

/** Finds the page of this site that a link opens in this tab; undefined for the page itself, files and API calls. */
function pageBehind(link: HTMLAnchorElement): string | undefined {
  const { origin, pathname, search } = link;
  const isPage = pathname.endsWith('/') && !pathname.startsWith('/api/');
  const isHere = pathname === location.pathname && search === location.search;
  if (origin !== location.origin || !isPage || isHere || link.hasAttribute('download')) return undefined;
  return `${pathname}${search}`;
}
