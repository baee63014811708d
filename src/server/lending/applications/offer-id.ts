import { createHash } from 'node:crypto';

/** An offer's name is what it says, the same on every copy: it needs no storing to know what was seen. */
export function offerIdOf(what: unknown): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('base64url').slice(0, 22);
}
