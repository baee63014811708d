import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '#server/kit/write-file.ts';
import type { ContentFetch } from './content-client.ts';

const TIMEOUT_MS = 5000;
/** Shorter when figures are cached: an editor's publish should not wait for a service that is down. */
const TIMEOUT_WITH_KNOWN_MS = 1500;

export interface ExtrasOptions {
  /** JSON of the lending role that pages need, stored in the mirror as `file`. */
  readonly extras: readonly { readonly url: string; readonly file: string }[];
  readonly mirrorDir: string;
  /** Reaches the lending role. */
  readonly fetchExtras: ContentFetch;
  readonly log: (sentence: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches the lending role's figures into the mirror. When that service is down the last known figures stay and the
 * content is published anyway (design §8). Returns the changed files.
 * @throws when there are no figures at all
 */
export async function syncExtras({ extras, mirrorDir, fetchExtras, log, signal }: ExtrasOptions): Promise<string[]> {
  const changed: string[] = [];
  for (const { url, file } of extras) {
    const path = join(mirrorDir, file);
    const known = await readFile(path, 'utf8').catch(() => undefined);
    const timeoutMs = known === undefined ? TIMEOUT_MS : TIMEOUT_WITH_KNOWN_MS;
    const text = await fetchJson(fetchExtras, url, timeoutMs, signal).catch((error: unknown) => {
      signal?.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      // No page can be rendered without figures, so the sync stops here.
      if (known === undefined) throw new Error(`${file} could not be fetched and there is none yet: ${reason}`);
      log(`${file} could not be fetched (${reason}); the last known one stays`);
      return known;
    });
    if (text === known) continue;
    await writeAtomically(path, text);
    changed.push(file);
  }
  return changed;
}

async function fetchJson(
  fetch: ContentFetch,
  url: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  });
  const text = await response.text();
  if (response.status === 409) {
    // An answer too: nothing is sold today. Pages are built without prices until it is (decision 0113).
    const { details } = (JSON.parse(text) as { readonly error: { readonly details?: unknown } }).error;
    if (details) return JSON.stringify({ closed: details });
  }
  if (!response.ok) throw new Error(`it answered ${response.status} ${text.slice(0, 300)}`.trim());
  return JSON.stringify(JSON.parse(text));
}
