import type { ImpersonationMode } from '#api/impersonation.ts';
import type { SessionAnswer } from '#api/session-answer.ts';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import type { Colleague } from '#server/lending/staff/colleague.ts';
import { mayStillVisit, VISIT_ISSUED } from './end-visits.ts';
import { limaTime, pageUrl } from './messages/identity-messages.ts';
import { sendAccountEmail } from './messages/send-account-email.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import { sessionCookies } from './session-cookies.ts';
import type { Replaced } from './sign-in.ts';
import { recordAccess } from './store/access-log-store.ts';
import { issueLink, takeLink } from './store/link-store.ts';
import { readPerson } from './store/person-store.ts';
import { createSession, revokeSession } from './store/session-store.ts';

/** Time for which a login-as link is valid, and time for which the session of staff lasts (domain 2.2). */
export const LINK_SECONDS = 60;
const VISIT_MS = 30 * 60_000;

export interface ImpersonationRequest {
  readonly personId: string;
  readonly reason: string;
  readonly ticketId: string;
  readonly mode: ImpersonationMode;
}

/**
 * Issues a link that opens a client's account for staff, once, within a minute. The token is in the URL fragment,
 * because no log records that.
 */
export async function issueImpersonation(
  { db, clock, siteUrl }: IdentityContext,
  { personId, reason, ticketId, mode }: ImpersonationRequest,
  { login, name: staff }: Pick<Colleague, 'login' | 'name'>,
): Promise<string> {
  const now = clock.now();
  const token = await db.kysely.transaction().execute(async (trx) => {
    const id = uuidv7(now);
    await trx
      .insertInto('impersonation')
      .values({ id, person_id: personId, staff, reason, ticket_id: ticketId, mode, issued_at: new Date(now) })
      .execute();
    const validMs = LINK_SECONDS * 1000;
    const issued = await issueLink(trx, { kind: 'IMPERSONATION', personId, subjectId: id, now, validMs });
    await recordAudit(trx, {
      actor: `operator:${login}`,
      action: VISIT_ISSUED,
      subject: `person:${personId}`,
      after: { mode, ticketId },
      at: now,
      impersonationId: id,
    });
    return issued;
  });
  return `${pageUrl(siteUrl, DEFAULT_LOCALE, '/login-as')}#token=${token}`;
}

export interface Redeemed {
  readonly answer: SessionAnswer & {
    readonly impersonation: { readonly staffName: string; readonly until: string; readonly mode: ImpersonationMode };
  };
  readonly cookies: readonly string[];
}

/**
 * Exchanges the link for a session marked as impersonation: 30 minutes, never remembered, recorded in the audit and in
 * the client's access log, and announced to the client by e-mail.
 * @returns undefined for a link that is unknown, used or expired, or whose colleague is locked out since
 */
export async function redeemImpersonation(
  context: IdentityContext,
  token: string,
  origin: Origin,
  replaces: Replaced,
): Promise<Redeemed | undefined> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const opened = await db.kysely.transaction().execute(async (trx) => {
    const link = await takeLink(trx, 'IMPERSONATION', token, now);
    if (link.kind !== 'used-now' || link.personId === null || link.subjectId === null) return undefined;
    const { personId, subjectId } = link;
    const person = await readPerson(trx, vault, personId);
    if (!person || person.status === 'CLOSED') return undefined;
    if (!(await mayStillVisit(trx, { impersonationId: subjectId, personId }))) return undefined;
    const visit = await trx
      .updateTable('impersonation')
      .set({ redeemed_at: new Date(now), told_at: new Date(now) })
      .where('id', '=', subjectId)
      .returning(['staff', 'mode', 'ticket_id as ticket'])
      .executeTakeFirstOrThrow();
    if (replaces) await revokeSession(trx, replaces, { because: 'replaced', now });
    const { caller, userAgent } = origin;
    const impersonation = { id: subjectId, until: now + VISIT_MS };
    const session = await createSession(trx, { personId, full: true, caller, userAgent, now, impersonation });
    const { staff, ticket } = visit;
    await recordAccess(trx, { personId, kind: 'IMPERSONATION', at: now, staff });
    await sendAccountEmail(trx, context, person, 'impersonation', { ...limaTime(clock), staff, ticket });
    await recordAudit(trx, {
      actor: `staff:${staff}`,
      action: 'impersonation.redeem',
      subject: `person:${personId}`,
      at: now,
      onBehalfOf: personId,
      impersonationId: subjectId,
      sessionId: session.sessionId,
      caller,
    });
    return { person, visit, session };
  });
  if (!opened) return undefined;
  const { person, visit, session } = opened;
  const until = session.expiresAt.toISOString();
  return {
    answer: {
      expiresAt: until,
      profileData: {
        firstName: person.firstName ?? null,
        paidLoanCount: await context.standing.paidLoanCount(person.id),
      },
      nextScreen: await context.standing.nextScreen(person.id),
      impersonation: { staffName: visit.staff, until, mode: visit.mode },
    },
    cookies: sessionCookies(session, session.expiresAt, now),
  };
}
