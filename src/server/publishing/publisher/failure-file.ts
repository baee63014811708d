import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '#server/kit/write-file.ts';
import type { PublishFailure } from './publish-standing.ts';

/** In the data directory: why the last publish failed, for whoever asks after a restart. */
const FAILURE_FILE = 'publish-failure.json';

export interface LastFailure {
  /** Undefined when the last publish did not fail. */
  get(): PublishFailure | undefined;
  /** Keeps a failure, or with undefined forgets the last one. */
  set(failure: PublishFailure | undefined): void;
  /** Once the file says the same. */
  kept(): Promise<void>;
}

/** Begins with what an earlier process kept; a file that cannot be read says nothing, and the next publish says it again. */
export function openLastFailure(dataDir: string, onError: (sentence: string) => void): LastFailure {
  const path = join(dataDir, FAILURE_FILE);
  let failure = readFailure(path);
  let writing = Promise.resolve();
  return {
    get: () => failure,
    set: (next) => {
      if (!next && !failure) return;
      failure = next;
      // One after the other: the last result is what stays.
      writing = writing
        .then(() => (next ? writeAtomically(path, `${JSON.stringify(next)}\n`) : rm(path, { force: true })))
        .catch((error: unknown) => onError(`the failure of a publish could not be kept: ${error}`));
    },
    kept: () => writing,
  };
}

function readFailure(path: string): PublishFailure | undefined {
  try {
    const { step, reason, version, heldBack } = JSON.parse(readFileSync(path, 'utf8'));
    return { step, reason, version, heldBack };
  } catch {
    return undefined;
  }
}
