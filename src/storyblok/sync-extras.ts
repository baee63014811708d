import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from './write-file.ts';

const TIMEOUT_MS = 5000;

export interface ExtrasOptions {
  /** JSON of the lending role that pages are computed with, kept in the mirror under `file`. */
  readonly extras: readonly { readonly url: string; readonly file: string }[];
  readonly mirrorDir: string;
  readonly log: (sentence: string) => void;
}

/**
 * Fetches the lending role's figures into the mirror. It is another service with troubles of its own: when it does not
 * answer, the last known figures stay and the content still goes out (design §8). Returns the files that changed.
 */
export async function syncExtras({ extras, mirrorDir, log }: ExtrasOptions): Promise<string[]> {
  const changed: string[] = [];
  for (const { url, file } of extras) {
    const path = join(mirrorDir, file);
    const known = await readFile(path, 'utf8').catch(() => undefined);
    const text = await fetchJson(url).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      log(
        `${file} could not be fetched (${reason}); ${known === undefined ? 'there is none yet' : 'the last known one stays'}`,
      );
      return known;
    });
    if (text === undefined || text === known) continue;
    await writeWhole(path, text);
    changed.push(file);
  }
  return changed;
}

async function fetchJson(url: string): Promise<string> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  return JSON.stringify(JSON.parse(text));
}
