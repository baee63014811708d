import { createLog } from '#server/kit/log.ts';

/** Lines of a stack that lie in the repository; more would hide what the test says. */
const MOST_LINES = 3;

/**
 * A log that is silent but for the error behind an `internal_error`, which the caller is not told: it stands beside the
 * output of the test. Not on `console.error`, which tests of screens count.
 */
export const TELLING = createLog({ level: 'error', name: 'test' }, { write: tell });

function tell(line: string): void {
  const { msg, err } = JSON.parse(line) as { readonly msg: string; readonly err?: Readonly<Record<string, string>> };
  if (msg !== 'unexpected error' || !err) return;
  const own = (err['stack'] ?? '').split('\n').filter((frame) => /^\s+at .*\/(?:src|tests)\//.test(frame));
  console.warn(['behind internal_error: ', err['message'], ...own.slice(0, MOST_LINES).map((f) => `\n${f}`)].join(''));
}
