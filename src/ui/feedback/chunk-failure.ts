/** Set for the rest of the session after an automatic reload, to prevent a loop. */
const RELOADED_KEY = 'manay:reloaded';

/**
 * Reloads the page when a chunk fails to load, once in a session (product-spec §8), because usually a new release has
 * replaced it. After that `explain` shows a message for an island, which Astro reports. Scripts report a failed
 * `import()` as Vite does, and explain it themselves when the event comes back. Inlined in every page, so it is short.
 */
export function startChunkGuard(explain: () => void, reload = () => location.reload()): void {
  const reloads = (event: Event) => {
    if (!mayReload()) return false;
    // The page is reloading: nothing to report.
    event.preventDefault();
    reload();
    return true;
  };
  addEventListener('astro:hydration-error', (event) => reloads(event) || explain());
  addEventListener('vite:preloadError', reloads);
}

/**
 * Tells whether a reload is safe: without a network it would remove readable content; without storage it might loop.
 */
function mayReload(): boolean {
  try {
    if (!navigator.onLine || sessionStorage.getItem(RELOADED_KEY)) return false;
    sessionStorage.setItem(RELOADED_KEY, '1');
    return true;
  } catch {
    return false;
  }
}
