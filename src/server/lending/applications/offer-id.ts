import { createHash } from 'node:crypto';

/**
 * Derives an offer's id from its content: the same offer has the same id on every copy of this service, and another
 * offer has another. So nothing must be stored to know which offer somebody has seen.
 */
export function offerIdOf(what: unknown): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('base64url').slice(0, 22);
}
