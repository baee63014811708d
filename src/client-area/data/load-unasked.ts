/** How much of what nobody waits for is still loading. */
let loading = 0;

/**
 * Loads what nobody waits for: a failure must not reload the page (product-spec §8), because the person may be typing.
 * @returns undefined when it does not load
 */
export async function loadUnasked<Loaded>(load: () => Promise<Loaded>): Promise<Loaded | undefined> {
  const page = window;
  loading += 1;
  page.addEventListener('vite:preloadError', hush, true);
  try {
    return await load();
  } catch {
    return undefined;
  } finally {
    loading -= 1;
    if (loading === 0) page.removeEventListener('vite:preloadError', hush, true);
  }
}

/** From here on somebody waits: a failed chunk reloads the page again. */
export function loadAsked(): void {
  removeEventListener('vite:preloadError', hush, true);
}

function hush(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
