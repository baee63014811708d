/** Set for the rest of the session when the page has reloaded itself: a second failure must not loop. */
const RELOADED_KEY = 'manay:reloaded';

/**
 * A part of the page that does not load makes the page reload, once in a session (product-spec §8): usually a new
 * release has replaced it. When that did not help, `explain` says so. Astro reports islands; a script whose own
 * `import()` fails reports it as Vite does. Stands in every page's HTML, so it is short.
 */
export function startChunkGuard(explain: () => void, reload = () => location.reload()): void {
  const onFailure = (event: Event) => {
    if (!mayReload()) return explain();
    // The page goes away: there is nothing left to report.
    event.preventDefault();
    reload();
  };
  addEventListener('astro:hydration-error', onFailure);
  addEventListener('vite:preloadError', onFailure);
}

/** Without network a reload would take away what can still be read; without storage it might never end. */
function mayReload(): boolean {
  try {
    if (!navigator.onLine || sessionStorage.getItem(RELOADED_KEY)) return false;
    sessionStorage.setItem(RELOADED_KEY, '1');
    return true;
  } catch {
    return false;
  }
}
