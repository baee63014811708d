import { createHash } from 'node:crypto';

/**
 * An offer's name is what it says: the same offer has the same name on every copy of this service, another has another.
 * Nothing has to be stored to know which offer somebody has seen.
 */
export function offerIdOf(what: unknown): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('base64url').slice(0, 22);
}
