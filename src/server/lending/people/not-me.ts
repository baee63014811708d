import type { IdentityContext, Origin } from './people-context.ts';
import { recordAccess } from './store/access-log-store.ts';
import { forgetBrowsers } from './store/credential-store.ts';
import { takeLink } from './store/link-store.ts';
import { revokeSessions } from './store/session-store.ts';

/**
 * "It was not me": every session of the account ends at once and every browser has to prove itself anew. Who has the
 * link has the client's e-mail, and that is enough to close doors, not to open one.
 * @returns false for a link that is none, or was used
 */
export function endAllSessions(context: IdentityContext, token: string, origin: Origin): Promise<boolean> {
  const now = context.clock.now();
  return context.db.kysely.transaction().execute(async (trx) => {
    const link = await takeLink(trx, 'NOT_ME', token, now);
    if (link.kind !== 'used-now' || link.personId === null) return false;
    const { personId } = link;
    await revokeSessions(trx, personId, { because: 'not-me', now });
    await forgetBrowsers(trx, personId);
    const { caller, userAgent } = origin;
    await recordAccess(trx, { personId, kind: 'SESSION_ENDED', at: now, caller, userAgent });
    return true;
  });
}
