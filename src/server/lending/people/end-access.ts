import type { Trx } from '#server/kit/tables.ts';
import { endChallenges } from './store/challenge-store.ts';
import { forgetBrowsers } from './store/credential-store.ts';
import { revokeSessions } from './store/session-store.ts';

/**
 * Ends what was proved before: sessions, browsers that are known, and proofs that are half given, which would open
 * another session afterwards. The person is locked.
 * @returns how many sessions were open
 */
export async function endAccess(
  trx: Trx,
  personId: string,
  { because, now, keeps }: { readonly because: string; readonly now: number; readonly keeps?: Kept },
): Promise<number> {
  await endChallenges(trx, personId, now);
  await forgetBrowsers(trx, personId, keeps?.deviceSecret);
  return revokeSessions(trx, personId, { because, now, except: keeps?.sessionId });
}

/** The session and browser that stay signed in: those of the client who makes the change. */
interface Kept {
  readonly sessionId: string | undefined;
  readonly deviceSecret?: string | undefined;
}
