/** Scrolling writes the place down when it rests: Safari allows a hundred entries in half a minute. */
const REST_MS = 150;

let isReturning = false;

/**
 * Remembers how far each entry of the browser's history was scrolled, because the browser restores before a screen is
 * there. The answer stops.
 */
export function rememberScroll(): () => void {
  history.scrollRestoration = 'manual';
  // A page that was reloaded, or come back to from another site, is returned to as well.
  isReturning = scrollOf(history.state) > 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState({ ...history.state, scrollY }, ''), REST_MS);
  };
  const onReturn = () => {
    isReturning = true;
    clearTimeout(timer);
  };
  addEventListener('scroll', keep, { passive: true });
  addEventListener('popstate', onReturn);
  return () => {
    clearTimeout(timer);
    removeEventListener('scroll', keep);
    removeEventListener('popstate', onReturn);
  };
}

/** Puts a screen that has just come where it was left, or at its top. */
export function restoreScroll(): void {
  window.scrollTo(0, isReturning ? scrollOf(history.state) : 0);
  isReturning = false;
}

function scrollOf(state: unknown): number {
  const y = (state as { readonly scrollY?: unknown } | null)?.scrollY;
  return typeof y === 'number' ? y : 0;
}
