import type { CallEnvironment } from '#api/call.ts';

/** The browser functions that stores use; tests replace them. Nothing is accessed before a store calls. */
export interface Environment {
  readonly fetch: typeof globalThis.fetch;
  /** Set only in tests, in place of the `fetch` of uploads (fetch-with-progress.ts). */
  readonly fetchWithProgress?: (onProgress: (share: number) => void) => typeof globalThis.fetch;
  readonly location: () => Pick<Location, 'pathname' | 'search' | 'reload' | 'assign' | 'replace'>;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Tells whether the page is in a partner's frame, where our cookies do not exist (design §8). */
  readonly isFramed: () => boolean;
  /** Logs for developers what is not a message for clients (product-spec §8, "only logged"). */
  readonly log: (message: string, detail?: unknown) => void;
  /** Validates responses against their schemas; only in tests (design §8, browser bytes). */
  readonly validate?: NonNullable<CallEnvironment['validate']>;
}

const BROWSER: Environment = {
  fetch: (input, init) => fetch(input, init),
  location: () => globalThis.location,
  nowMs: () => Date.now(),
  isFramed: () => window.top !== window.self,
  // biome-ignore lint/suspicious/noConsole: a browser has no other log
  log: (message, detail) => console.warn(message, detail),
};

let current = BROWSER;

/** Gives the current environment. Do not keep the result: a test may replace it. */
export function environment(): Environment {
  return current;
}

/**
 * Replaces parts of the environment in tests. Call the result to restore the browser's own.
 * @internal
 */
export function replaceEnvironment(parts: Partial<Environment>): () => void {
  current = { ...BROWSER, ...parts };
  return () => {
    current = BROWSER;
  };
}
