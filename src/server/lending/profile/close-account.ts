import { sql } from 'kysely';
import { MARKETING_CHANNELS } from '#api/consent.ts';
import { formatDate } from '#i18n/format-date.ts';
import {
  type AccountSituation,
  type ClosingObstacle,
  closesOn,
  closingObstacle,
  forgetOn,
} from '#loan/account-closing.ts';
import { calendarDate } from '#loan/calendar.ts';
import { isDisbursed } from '#loan/loan.ts';
import { sum } from '#loan/money.ts';
import { standingOn } from '#loan/standing.ts';
import type { Trx } from '#server/kit/tables.ts';
import { endContactChanges } from '#server/lending/clients/contact-change-notifications.ts';
import { readLoansOf, readOpenLoan } from '#server/lending/loans/store/loan-store.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { hasPaymentUnderWay } from '#server/lending/payments/store/payment-store.ts';
import { readOpenRefundsOf } from '#server/lending/payments/store/refund-store.ts';
import { lockPerson } from '#server/lending/people/contact-change.ts';
import { endAccessForGood } from '#server/lending/people/end-access.ts';
import { limaTime } from '#server/lending/people/messages/identity-messages.ts';
import { sendAccountEmail } from '#server/lending/people/messages/send-account-email.ts';
import type { IdentityContext, Origin } from '#server/lending/people/people-context.ts';
import { recordAccess } from '#server/lending/people/store/access-log-store.ts';
import { forgetContactChanges } from '#server/lending/people/store/contact-change-store.ts';
import { endLinks } from '#server/lending/people/store/link-store.ts';
import { changePerson, erasePerson, type Person, removeContacts } from '#server/lending/people/store/person-store.ts';
import { endRecoveries } from '#server/lending/people/store/recovery-store.ts';
import { suppressMarketing } from '#server/lending/people/store/suppression-store.ts';
import {
  hasOpenApplication,
  hasOpenComplaint,
  insertClosing,
  markClosed,
  markForgotten,
  postponeClosing,
  readClosingDay,
  readDueClosings,
  readForgettable,
  undoClosing,
} from './closing-store.ts';

export interface ClosingContext extends IdentityContext, Pick<LendingContext, 'calendar' | 'log'> {
  /**
   * Tells whether the person is owed an answer about their data that only their account shows. Handed in, because
   * privacy is below this subject.
   */
  readonly isAnswerOwed: (trx: Trx, personId: string, now: number) => Promise<boolean>;
}

export type AccountClosing =
  | { readonly kind: 'closing'; readonly closesOn: string }
  | { readonly kind: 'kept-open'; readonly because: ClosingObstacle };

/** Schedules the closing of an account in fourteen days unless something is open. A repeated request keeps the day. */
export async function closeAccount(
  context: ClosingContext,
  personId: string,
  { caller, userAgent }: Origin,
): Promise<AccountClosing> {
  const { db, vault, clock } = context;
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx): Promise<AccountClosing> => {
    const person = await lockPerson(trx, context, personId);
    const because = closingObstacle(await situationOf(trx, context, personId));
    if (because) return { kind: 'kept-open', because };
    const already = await readClosingDay(trx, personId);
    if (already) return { kind: 'closing', closesOn: already };
    const day = closesOn(calendarDate(clock.businessDate()));
    await insertClosing(trx, { personId, closesOn: day, now });
    await changePerson(trx, vault, personId, { status: 'CLOSING' }, { now });
    await recordAccess(trx, { personId, kind: 'CLOSING_ASKED', at: now, caller, userAgent });
    if (person) await sendAccountEmail(trx, context, person, 'account-closing', { day: formatDate(day) });
    return { kind: 'closing', closesOn: day };
  });
}

/** Cancels a scheduled closing, if there is one. */
export async function keepAccount(
  context: IdentityContext,
  personId: string,
  { caller, userAgent }: Origin,
): Promise<void> {
  const { db, vault, clock } = context;
  const now = clock.now();
  await db.kysely.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, context, personId);
    if (!(await undoClosing(trx, personId, now))) return;
    await changePerson(trx, vault, personId, { status: 'ACTIVE' }, { now });
    await recordAccess(trx, { personId, kind: 'CLOSING_UNDONE', at: now, caller, userAgent });
    if (person) await sendAccountEmail(trx, context, person, 'account-kept', limaTime(clock));
  });
}

/**
 * Closes the accounts whose day has come, and erases those whose retention has ended. An account with something open
 * again, or with an answer about their data that is owed or can still be downloaded, is postponed by fourteen days, and
 * its client is told. Safe to repeat.
 * @returns how many were closed and erased
 */
export async function closeDueAccounts(context: ClosingContext): Promise<{ closed: number; forgotten: number }> {
  const { db, clock, log } = context;
  const today = calendarDate(clock.businessDate());
  let closed = 0;
  for (const personId of await readDueClosings(db.kysely, today)) {
    try {
      if (await closeDue(context, personId)) closed += 1;
    } catch (error) {
      log.error({ err: error, personId }, 'an account could not be closed');
    }
  }
  let forgotten = 0;
  for (const personId of await readForgettable(db.kysely, today)) {
    try {
      if (await forget(context, personId)) forgotten += 1;
    } catch (error) {
      log.error({ err: error, personId }, 'a person could not be forgotten');
    }
  }
  if (forgotten > 0 && db.engine === 'pglite') await rewriteKeys(context);
  if (closed + forgotten > 0) log.info({ closed, forgotten }, 'accounts closed and forgotten');
  return { closed, forgotten };
}

/**
 * The key of an erased person stays in the database's files as a dead row, still sealed by the lender's own key, until
 * the table is rewritten. Rewriting locks the table: nobody else waits for the embedded database, but on PostgreSQL the
 * owner must choose the hour (decision 0124).
 */
async function rewriteKeys({ db, log }: ClosingContext): Promise<void> {
  await sql`vacuum full person`
    .execute(db.kysely)
    .catch((error: unknown) => log.error({ err: error }, 'the keys of forgotten people are still in the files'));
}

function closeDue(context: ClosingContext, personId: string): Promise<boolean> {
  const { db, clock } = context;
  return db.kysely.transaction().execute(async (trx) => {
    // What is opened meanwhile waits, and what was opened just before is seen.
    const person = await lockPerson(trx, context, personId);
    const isOwed = await context.isAnswerOwed(trx, personId, clock.now());
    if (!isOwed && !closingObstacle(await situationOf(trx, context, personId))) {
      return close(trx, context, personId, person);
    }
    const day = closesOn(calendarDate(clock.businessDate()));
    const isPostponed = await postponeClosing(trx, personId, day);
    if (person && isPostponed) {
      await sendAccountEmail(trx, context, person, 'account-closing-later', { day: formatDate(day) });
    }
    return false;
  });
}

function forget({ db, clock }: ClosingContext, personId: string): Promise<boolean> {
  const now = clock.now();
  return db.kysely.transaction().execute(async (trx) => {
    if (!(await markForgotten(trx, personId, now))) return false;
    await erasePerson(trx, personId, now);
    return true;
  });
}

/** Removes password, sessions and contacts; what the law requires to keep stays encrypted until its day. */
async function close(
  trx: Trx,
  context: ClosingContext,
  personId: string,
  person: Person | undefined,
): Promise<boolean> {
  const { clock } = context;
  const now = clock.now();
  const day = forgetOn(calendarDate(clock.businessDate()));
  if (!(await markClosed(trx, personId, { forgetOn: day, now }))) return false;
  // The last e-mail needs the address that is removed below.
  if (person) await sendAccountEmail(trx, context, person, 'account-closed', {});
  await endAccessForGood(trx, context, personId, now);
  await suppressMarketing(trx, { personId, channels: [...MARKETING_CHANNELS], reason: 'CLOSED', now });
  await endContactChanges(trx, { personId, status: 'EXPIRED', now });
  await forgetContactChanges(trx, { personId });
  await endLinks(trx, personId, ['PASSWORD_RESET', 'PHONE_RECOVERY'], now);
  await endRecoveries(trx, personId, { by: 'job:account-closed', now });
  await removeContacts(trx, personId, now);
  return true;
}

/** The person is locked, as by every act that opens something. */
async function situationOf(trx: Trx, { clock, calendar }: ClosingContext, personId: string): Promise<AccountSituation> {
  const loans = await readLoansOf(trx, personId);
  const days = await calendar.days(trx);
  const today = calendarDate(clock.businessDate());
  const credits = loans.flatMap(({ loan }) =>
    isDisbursed(loan) ? [standingOn(loan, { date: today, calendar: days }).creditCents] : [],
  );
  const isOpen = (await readOpenLoan(trx, personId)) !== undefined;
  const isPaying = await hasPaymentUnderWay(trx, personId);
  const refunds = await readOpenRefundsOf(trx, personId);
  const numbers = loans.map(({ loan }) => loan.number);
  return {
    hasOpenLoan: isOpen || isPaying || loans.some(({ loan }) => loan.topUp?.status === 'DISBURSING'),
    hasOpenApplication: await hasOpenApplication(trx, personId),
    hasOpenComplaint: await hasOpenComplaint(trx, personId, numbers),
    // A refund under way has left the loan and not reached the client yet.
    creditCents: sum(...credits, ...refunds.map(({ amountCents }) => amountCents)),
  };
}
