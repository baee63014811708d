import { environment } from './environment.ts';
import { beginRequest } from './progress.ts';

/** Loading states must not flash (product-spec §9, fetch minimum delay). */
export const MIN_DELAY_MS = 200;

/**
 * Makes a `fetch` that the client waits for: it shows in the progress bar and takes at least `MIN_DELAY_MS`. An abort
 * takes effect at once.
 */
export const foregroundFetch: typeof globalThis.fetch = async (input, init) => {
  const enough = new Promise((resolve) => setTimeout(resolve, MIN_DELAY_MS));
  const given = init?.signal;
  try {
    const response = await fetchWithBar(input, init);
    await Promise.race([enough, aborted(given)]);
    given?.throwIfAborted();
    return response;
  } catch (error) {
    if (!given?.aborted) await enough;
    throw error;
  }
};

/** The bar ends with the answer, because its throttle and the minimum delay are equal: each fast answer would show one. */
const fetchWithBar: typeof globalThis.fetch = async (input, init) => {
  const end = beginRequest();
  try {
    return await environment().fetch(input, init);
  } finally {
    end();
  }
};

/** Resolves when the signal fires; never without one. */
function aborted(signal: AbortSignal | null | undefined): Promise<unknown> {
  return new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
}
