/** The position is saved only when scrolling stops, because Safari allows 100 history entries in 30 seconds. */
const REST_MS = 150;

/** The time to wait for a screen to grow back to its former height. */
const RESTORE_TIMEOUT_MS = 10_000;

let isReturning = false;
/** Cancels that wait. */
let stopWaiting: (() => void) | undefined;

/**
 * Saves the scroll position of each history entry, because browsers restore it before a screen has loaded. Call the
 * result to stop.
 */
export function rememberScroll(): () => void {
  history.scrollRestoration = 'manual';
  // A reload, or a return from another site, restores the position too.
  isReturning = scrollOf(history.state) > 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // While a page is still too short, its position is not the one the client scrolled to.
      if (!stopWaiting) history.replaceState({ ...history.state, scrollY }, '');
    }, REST_MS);
  };
  const stop = () => {
    stopWaiting?.();
    clearTimeout(timer);
  };
  const onReturn = () => {
    isReturning = true;
    stop();
  };
  addEventListener('scroll', keep, { passive: true });
  addEventListener('popstate', onReturn);
  return () => {
    stop();
    removeEventListener('scroll', keep);
    removeEventListener('popstate', onReturn);
  };
}

/**
 * Scrolls a new screen to its saved position, or to the top. A screen that is still loading is too short for that, so
 * it is followed while it grows, until it is long enough or the client scrolls.
 * @returns whether there was a saved position
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

const BY_HAND = ['wheel', 'pointerdown', 'keydown'] as const;

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
  const timer = setTimeout(stop, RESTORE_TIMEOUT_MS);
  for (const event of BY_HAND) addEventListener(event, stop, { passive: true });
  stopWaiting = stop;
  observer.observe(document.body);
}

function scrollOf(state: unknown): number {
  return Number((state as { readonly scrollY?: unknown } | null)?.scrollY) || 0;
}
