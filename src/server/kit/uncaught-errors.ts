import type { Log } from './log.ts';

let count = 0;

/** Operators are told so often at most: an error that comes again and again must not take the database as well. */
const TELL_MS = 60_000;

/**
 * Keeps a process serving when an error is thrown where nobody catches it: in a timer, a stream, a promise that nobody
 * awaits. Such an error belongs to one request or one round of a job, and everybody else would wait for a restart. It is
 * logged and counted, and operators are told. Must be called when the process serves: an error before that ends the
 * start (decision 0120).
 * @returns ends it
 */
export function surviveUncaughtErrors(log: Log, tell: () => Promise<unknown> = () => Promise.resolve()): () => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const note = (error: unknown, words: string): void => {
    try {
      log.error({ err: error instanceof Error ? error : new Error(String(error)) }, words);
    } catch {
      // The log is behind a pipe that is closed, say: throwing here would end the process.
    }
  };
  const survive = (error: unknown): void => {
    count += 1;
    note(error, UNCAUGHT);
    if (performance.now() - toldAt < TELL_MS) return;
    toldAt = performance.now();
    Promise.resolve()
      .then(tell)
      .catch((cause: unknown) => note(cause, 'operators could not be told of an uncaught error'));
  };
  process.on('uncaughtException', survive);
  process.on('unhandledRejection', survive);
  return () => {
    process.off('uncaughtException', survive);
    process.off('unhandledRejection', survive);
  };
}

/** The line to look for in the log. */
export const UNCAUGHT = 'an uncaught error';

/** How many errors this process has survived since it started. */
export function uncaughtErrorCount(): number {
  return count;
}
