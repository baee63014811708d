/** Set for the rest of the session when the page has reloaded itself: a second failure must not loop. */
const RELOADED_KEY = 'manay:reloaded';

/**
 * A part of the page that does not load makes the page reload, once in a session (product-spec §8): usually a new
 * release has replaced it. When that did not help, `explain` says so. Astro reports islands, Vite all other parts. The answer stops.
 */
export function startChunkGuard(explain: () => void, reload: () => void = () => location.reload()): () => void {
  let isLeaving = false;
  const onFailure = (event: Event) => {
    isLeaving ||= mayReload();
    if (!isLeaving) return explain();
    // The page goes away: there is nothing left to report.
    event.preventDefault();
    reload();
  };
  document.addEventListener('astro:hydration-error', onFailure);
  window.addEventListener('vite:preloadError', onFailure);
  return () => {
    document.removeEventListener('astro:hydration-error', onFailure);
    window.removeEventListener('vite:preloadError', onFailure);
  };
}

/** Without network a reload would take away what can still be read; without storage it might never end. */
function mayReload(): boolean {
  if (!navigator.onLine) return false;
  try {
    if (sessionStorage.getItem(RELOADED_KEY)) return false;
    sessionStorage.setItem(RELOADED_KEY, '1');
    return true;
  } catch {
    return false;
  }
}
