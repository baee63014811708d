import type { CallEnvironment } from '#api/call.ts';

/** What a store may ask of the browser; tests give their own. Nothing is touched before a store asks. */
export interface Environment {
  readonly fetch: typeof globalThis.fetch;
  /** Instead of `fetchWithProgress`, which only uploads import: the home page has no bytes for it. */
  readonly fetchWithProgress?: (onProgress: (share: number) => void) => typeof globalThis.fetch;
  readonly location: () => Pick<Location, 'pathname' | 'search' | 'reload' | 'assign' | 'replace'>;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Whether the page stands in somebody's frame, where our cookies do not exist (design §8). */
  readonly isFramed: () => boolean;
  /** Tells developers what no person needs to know (product-spec §8, "only logged"). */
  readonly log: (message: string, detail?: unknown) => void;
  /** Holds the server's answers against their schemas; only tests have it (design §8, browser bytes). */
  readonly validate?: NonNullable<CallEnvironment['validate']>;
}

const BROWSER: Environment = {
  fetch: (input, init) => fetch(input, init),
  location: () => window.location,
  nowMs: () => Date.now(),
  isFramed: () => window.top !== window.self,
  // biome-ignore lint/suspicious/noConsole: a browser has no other log
  log: (message, detail) => console.warn(message, detail),
};

let current = BROWSER;

/** The environment in force. Call it when needed, never keep it: a test may exchange it. */
export function environment(): Environment {
  return current;
}

/** Exchanges parts of the environment, for tests; the answer puts the browser's own back. */
export function replaceEnvironment(parts: Partial<Environment>): () => void {
  current = { ...BROWSER, ...parts };
  return () => {
    current = BROWSER;
  };
}

/** Peru keeps UTC−5 all year, so the business date needs no time zone data. */
const LIMA_OFFSET_MS = 5 * 3_600_000;

/** Today in Lima, `YYYY-MM-DD`. */
export function limaToday(): string {
  return new Date(current.nowMs() - LIMA_OFFSET_MS).toISOString().slice(0, 10);
}
