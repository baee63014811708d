/** Scrolling writes the place down when it rests: Safari allows a hundred entries in half a minute. */
const REST_MS = 150;

/** How long a returned screen may take until it is as long as it was left. */
const PATIENCE_MS = 10_000;

let isReturning = false;
/** Ends the wait of a screen that is returned to and not yet long enough. */
let stopWaiting: (() => void) | undefined;

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
    timer = setTimeout(() => {
      // A page that is still too short is no place anybody has scrolled to.
      if (!stopWaiting) history.replaceState({ ...history.state, scrollY }, '');
    }, REST_MS);
  };
  const onReturn = () => {
    isReturning = true;
    stopWaiting?.();
    clearTimeout(timer);
  };
  addEventListener('scroll', keep, { passive: true });
  addEventListener('popstate', onReturn);
  return () => {
    clearTimeout(timer);
    stopWaiting?.();
    removeEventListener('scroll', keep);
    removeEventListener('popstate', onReturn);
  };
}

/**
 * Puts a screen that has just come where it was left, or at its top. One that still loads is too short for that: it is
 * followed while it grows, until it is there, or the person moves it.
 * @returns whether the screen was come back to
 */
export function restoreScroll(): boolean {
  const isBack = isReturning;
  const y = isBack ? scrollOf(history.state) : 0;
  isReturning = false;
  stopWaiting?.();
  window.scrollTo(0, y);
  if (y > 0 && !isThere(y)) followGrowth(y);
  return isBack;
}

function isThere(y: number): boolean {
  return document.documentElement.scrollHeight - innerHeight >= y;
}

const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

function followGrowth(y: number): void {
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of BY_HAND) removeEventListener(event, stop);
    stopWaiting = undefined;
  };
  const observer = new ResizeObserver(() => {
    if (!isThere(y)) return;
    stop();
    window.scrollTo(0, y);
  });
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const event of BY_HAND) addEventListener(event, stop, { passive: true });
  stopWaiting = stop;
  observer.observe(document.body);
}

function scrollOf(state: unknown): number {
  const y = (state as { readonly scrollY?: unknown } | null)?.scrollY;
  return typeof y === 'number' ? y : 0;
}
