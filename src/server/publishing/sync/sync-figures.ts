import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '#server/kit/write-file.ts';
import { PRODUCT_SETTINGS_FILE } from '#storyblok/mirror.ts';
import type { ContentFetch } from './content-client.ts';

const TIMEOUT_MS = 5000;
/** Shorter when figures are cached: an editor's publish should not wait for a service that is down. */
const TIMEOUT_WITH_KNOWN_MS = 1500;

export interface FiguresOptions {
  /** Where the lending role tells its figures. */
  readonly figuresUrl: string;
  readonly mirrorDir: string;
  /** Reaches the lending role. */
  readonly fetchFigures: ContentFetch;
  readonly log: (sentence: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches the lending role's figures into the mirror. When that service is down the last known ones stay and the
 * content is published anyway (design §8).
 * @throws when there are no figures at all
 */
export async function syncFigures({ figuresUrl, mirrorDir, fetchFigures, log, signal }: FiguresOptions): Promise<void> {
  const path = join(mirrorDir, PRODUCT_SETTINGS_FILE);
  const known = await readFile(path, 'utf8').catch(() => undefined);
  const timeout = AbortSignal.timeout(known === undefined ? TIMEOUT_MS : TIMEOUT_WITH_KNOWN_MS);
  const request = { signal: AbortSignal.any([timeout, ...(signal ? [signal] : [])]) };
  const text = await fetchJson(fetchFigures, figuresUrl, request).catch((error: unknown) => {
    signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    // No page can be rendered without figures, so the sync stops here.
    if (known === undefined) throw new Error(`the figures could not be fetched and there are none yet: ${reason}`);
    log(`the figures could not be fetched (${reason}); the last known ones stay`);
    return known;
  });
  if (text !== known) await writeAtomically(path, text);
}

async function fetchJson(fetch: ContentFetch, url: string, request: RequestInit): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, redirect: 'error', ...request });
  const text = await response.text();
  if (response.status === 409) {
    // An answer too: nothing is sold today. Pages are built without prices until it is (decision 113).
    const { details } = (JSON.parse(text) as { readonly error: { readonly details?: unknown } }).error;
    if (details) return JSON.stringify({ closed: details });
  }
  if (!response.ok) throw new Error(`it answered ${response.status} ${text.slice(0, 300)}`.trim());
  return JSON.stringify(JSON.parse(text));
}
