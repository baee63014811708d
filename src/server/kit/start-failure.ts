import { ConfigError } from './config.ts';
import { storageFailure, UnavailableError } from './errors.ts';
import { MigrationError } from './migrate.ts';

/** SQL states of pages, indexes and files that are not what they were. */
const DAMAGED = /^(?:XX00[12]|58P01)$/;

/**
 * Explains, in one sentence for the operator, why a process did not start: what is broken, and what to do. Only an
 * unforeseen error is told by its stack.
 */
export function startFailure(error: unknown): string {
  const { code = '', path, message, stack } = error as NodeJS.ErrnoException;
  if ([ConfigError, MigrationError, UnavailableError].some((kind) => error instanceof kind)) return message;
  if (code === 'EMFILE' || code === 'ENFILE') {
    return 'Too few files may be open at once: let this process open 1024 or more (ulimit -n, LimitNOFILE).';
  }
  const unstored = storageFailure(error);
  if (unstored !== undefined) return unstored;
  if (DAMAGED.test(code)) return `The database is damaged (${message}): put a backup in its place.`;
  if (path !== undefined) {
    return `${path} cannot be used (${code}): check that it is there, whole, and open to the user who starts.`;
  }
  return stack ?? String(error);
}
