import { stopOpenChanges } from './contact-change.ts';
import { endAccess } from './end-access.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import { recordAccess } from './store/access-log-store.ts';
import { takeLink } from './store/link-store.ts';

/**
 * "It was not me": ends every session of the account, makes every browser prove itself again, and stops the changes of
 * contact that wait: a thief may have asked for them. The link proves access to the client's e-mail, which is
 * enough to end sessions, not to open one.
 * @returns false for a link that is unknown or used
 */
export function endAllSessions(context: IdentityContext, token: string, origin: Origin): Promise<boolean> {
  const now = context.clock.now();
  return context.db.kysely.transaction().execute(async (trx) => {
    const link = await takeLink(trx, 'NOT_ME', token, now);
    if (link.kind !== 'used-now' || link.personId === null) return false;
    const { personId } = link;
    await stopOpenChanges(trx, context, personId);
    await endAccess(trx, context, personId, { because: 'not-me', now });
    const { caller, userAgent } = origin;
    await recordAccess(trx, { personId, kind: 'SESSION_ENDED', at: now, caller, userAgent });
    return true;
  });
}
