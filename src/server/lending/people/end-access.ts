import type { Trx } from '#server/kit/tables.ts';
import { type RemovedPasskeys, removePasskeys } from './passkeys/remove-passkeys.ts';
import type { IdentityContext } from './people-context.ts';
import { endChallenges } from './store/challenge-store.ts';
import { forgetBrowsers, forgetCredentials } from './store/credential-store.ts';
import { revokeSessions } from './store/session-store.ts';

/**
 * Ends what was proved before: sessions, browsers that are known, and proofs that are half given, which would open
 * another session afterwards; and, unless the client themself makes a change and stays signed in, every passkey. The
 * person is locked.
 * @returns how many sessions were open, and the passkeys that are removed
 */
export async function endAccess(
  trx: Trx,
  context: IdentityContext,
  personId: string,
  { because, now, keeps }: { readonly because: string; readonly now: number; readonly keeps?: Kept },
): Promise<{ readonly ended: number; readonly removed: RemovedPasskeys }> {
  await endChallenges(trx, personId, now);
  const removed = keeps ? [] : await endPasskeys(trx, context, personId);
  await forgetBrowsers(trx, personId, keeps?.deviceSecret);
  return { ended: await revokeSessions(trx, personId, { because, now, except: keeps?.sessionId }), removed };
}

/** Ends access for good: no session, password, passkey or link opens the account any more. The person must be locked. */
export async function endAccessForGood(trx: Trx, context: IdentityContext, personId: string, now: number) {
  await endAccess(trx, context, personId, { because: 'account-closed', now });
  await forgetCredentials(trx, personId);
}

/** Removes every passkey of a client, who is told. The person must be locked. */
export function endPasskeys(trx: Trx, context: IdentityContext, personId: string): Promise<RemovedPasskeys> {
  return removePasskeys(trx, context, personId, 'all');
}

/** The session and browser that stay signed in: those of the client who makes the change. */
interface Kept {
  readonly sessionId: string | undefined;
  readonly deviceSecret?: string | undefined;
}
