import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { stopOpenChanges } from './contact-change.ts';
import { endAccess } from './end-access.ts';
import { limaTime, pageUrl } from './messages/identity-messages.ts';
import { sendAccountEmail } from './messages/send-account-email.ts';
import type { IdentityContext } from './people-context.ts';
import { recordSessionsEnded } from './store/access-log-store.ts';
import { readPerson } from './store/person-store.ts';
import { revokeEverySession } from './store/session-store.ts';

/** The colleague who ends sessions of somebody else, and the reason. */
interface EndedBy {
  readonly operator: string;
  readonly reason: string;
}

const BECAUSE = 'staff';

/**
 * Ends every session of a client whose account may be in wrong hands: every browser has to prove itself again, the
 * changes of contact that wait are stopped, and the client is told.
 * @returns how many sessions and changes were open
 */
export async function endSessionsOfPerson(
  context: IdentityContext,
  personId: string,
  { operator, reason }: EndedBy,
): Promise<{ readonly ended: number; readonly stopped: number }> {
  const { db, vault, clock, siteUrl } = context;
  const now = clock.now();
  const person = await readPerson(db.kysely, vault, personId);
  return db.kysely.transaction().execute(async (trx) => {
    const stopped = await stopOpenChanges(trx, context, personId, {});
    const { ended } = await endAccess(trx, context, personId, { because: BECAUSE, now });
    await recordSessionsEnded(trx, [personId], { at: now, operator });
    if (person) {
      const link = pageUrl(siteUrl, person.language, '/forgot-password');
      await sendAccountEmail(trx, context, person, 'sessions-closed-by-us', { ...limaTime(clock), link });
    }
    const actor = `operator:${operator}`;
    await recordAudit(trx, {
      actor,
      action: 'session.end',
      subject: `person:${personId}`,
      after: { reason, ended, stopped },
      at: now,
    });
    return { ended, stopped };
  });
}

/** Ends every session of everybody, staff in the place of clients included: for when tokens may have leaked. @returns how many */
export function endEverySession({ db, clock }: IdentityContext, { operator, reason }: EndedBy): Promise<number> {
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx) => {
    const { ended, people } = await revokeEverySession(trx, { because: BECAUSE, now });
    await recordSessionsEnded(trx, people, { at: now, operator });
    const actor = `operator:${operator}`;
    await recordAudit(trx, { actor, action: 'session.end', subject: 'session:all', after: { reason, ended }, at: now });
    return ended;
  });
}
