import { sql } from 'kysely';
import type { Trx } from '#server/kit/tables.ts';
import { maySupport } from '#server/lending/staff/colleague.ts';

/** Act that issues the link of a visit: its row in the audit says whose visit it is. */
export const VISIT_ISSUED = 'impersonation.issue';

/**
 * Tells whether the colleague who has asked for a visit may still make it. Their account is held until the end of the
 * transaction, so that a transaction that locks it meanwhile finds the visit and ends it.
 */
export async function mayStillVisit(
  trx: Trx,
  { impersonationId, personId }: { readonly impersonationId: string; readonly personId: string },
): Promise<boolean> {
  const issued = await trx
    .selectFrom('audit')
    .select('colleague_id')
    .where('subject', '=', `person:${personId}`)
    .where('impersonation_id', '=', impersonationId)
    .where('action', '=', VISIT_ISSUED)
    .executeTakeFirst();
  const account = await trx
    .selectFrom('colleague')
    .select('roles')
    .where('id', '=', issued?.colleague_id ?? null)
    .where('locked_at', 'is', null)
    // Invited anew, because somebody else may hold the old way in.
    .where('invitation_hash', 'is', null)
    .forShare()
    .executeTakeFirst();
  return account !== undefined && maySupport(account);
}

/** Ends the visits of a colleague to clients’ accounts, as their own sessions end (decision 0141). */
export async function endVisitsOf(trx: Trx, colleagueId: string, now: number): Promise<void> {
  await trx
    .updateTable('session')
    .set({ revoked_at: new Date(now), revoked_because: 'colleague-out' })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .where('impersonation_id', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('audit')
          .select('audit.position')
          .where('audit.subject', '=', sql<string>`'person:' || session.person_id`)
          .whereRef('audit.impersonation_id', '=', 'session.impersonation_id')
          .where('audit.action', '=', VISIT_ISSUED)
          .where('audit.colleague_id', '=', colleagueId),
      ),
    )
    .execute();
}
