import { calendarDate } from '#loan/calendar.ts';
import { UnclearError } from '#server/kit/errors.ts';
import type { Log } from '#server/kit/log.ts';
import { logSecurityEvent, type SecurityEvent } from '#server/kit/security-event.ts';
import type { Trx } from '#server/kit/tables.ts';
import { readAccountInUse } from '#server/lending/applications/account-in-use.ts';
import { insertBankAccount } from '#server/lending/clients/bank-account-store.ts';
import { endContactChanges } from '#server/lending/clients/contact-change-notifications.ts';
import { recordTrustEvent } from '#server/lending/loans/store/trust-store.ts';
import { readBanks } from '#server/lending/parameters/bank-store.ts';
import { moveWaitingRefunds } from '#server/lending/payments/store/refund-store.ts';
import { moveWaitingOrders } from '#server/lending/payouts/disbursement-store.ts';
import { sealDestinations } from '#server/lending/payouts/payout-destination.ts';
import { borrowerOf } from '#server/lending/people/borrower.ts';
import { lockPerson } from '#server/lending/people/contact-change.ts';
import { endAccess, endPasskeys } from '#server/lending/people/end-access.ts';
import { limaTime } from '#server/lending/people/messages/identity-messages.ts';
import { sendAccountEmail, sendToMailbox } from '#server/lending/people/messages/send-account-email.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { personSeal, personSealIfKept } from '#server/lending/people/person-seal.ts';
import { endChallenges } from '#server/lending/people/store/challenge-store.ts';
import {
  CONTACT_WAIT_MS,
  type ContactChange,
  findPeopleWithDueChanges,
  maskedValue,
  readContactChanges,
} from '#server/lending/people/store/contact-change-store.ts';
import { endLinks } from '#server/lending/people/store/link-store.ts';
import { changePerson, type Person } from '#server/lending/people/store/person-store.ts';
import { closeTasks, openTask } from '#server/lending/staff/task-store.ts';

export type ApplyContext = IdentityContext & { readonly log: Log };

const TASK = 'contact-change-stuck';
const WHAT = {
  EMAIL: 'apply-email-change',
  PHONE: 'apply-phone-change',
  BANK_ACCOUNT: 'apply-bank-account-change',
} as const satisfies Record<ContactChange['kind'], string>;

/**
 * Applies the changes of contact whose waiting day is over; a change to a mailbox that was never confirmed is dropped.
 * It takes the lock of the person, as the link that stops a change does, so that whichever comes first wins. A change
 * that cannot be applied is reported to staff and does not hold up those of other people.
 * @returns how many people were looked at
 */
export function applyContactChanges(context: ApplyContext): Promise<number> {
  return applyChangesUntil(context, context.clock.now());
}

/**
 * Applies the open changes of contact before their day is over. For the sandbox alone, whose date moves by a day at
 * least while its instants stay real. The changes keep theirs, because the database holds each to its day.
 */
export function applyContactChangesAtOnce(context: ApplyContext): Promise<number> {
  return applyChangesUntil(context, context.clock.now() + CONTACT_WAIT_MS);
}

async function applyChangesUntil(context: ApplyContext, until: number): Promise<number> {
  const { db, clock, log } = context;
  const people = await findPeopleWithDueChanges(db.kysely, until);
  for (const personId of people) {
    const subject = `person:${personId}`;
    try {
      const applied = await db.kysely.transaction().execute(async (trx) => {
        const done = await applyTo(trx, context, { personId, until });
        await closeTasks(trx, subject, { by: 'job', now: clock.now(), kind: TASK });
        return done;
      });
      for (const what of applied) noteApplied(log, { what, person: personId, outcome: 'ok' });
    } catch (error) {
      log.error({ err: error, personId }, 'a change of contact could not be applied');
      // It may be applied; if it is not, the next round finds it.
      if (error instanceof UnclearError) continue;
      noteApplied(log, { what: 'apply-contact-change', person: personId, outcome: 'failed' });
      await openTask(db.kysely, { kind: TASK, subject, says: TASK }, clock.now());
    }
  }
  return people.length;
}

/** No caller: the day was over. */
function noteApplied(log: Log, event: Pick<SecurityEvent, 'what' | 'person' | 'outcome'>): void {
  logSecurityEvent(log, { kind: 'secret-changed', caller: 'job', ...event });
}

/** @returns what counts now */
async function applyTo(
  trx: Trx,
  context: IdentityContext,
  { personId, until }: { readonly personId: string; readonly until: number },
): Promise<string[]> {
  const now = context.clock.now();
  const person = await lockPerson(trx, context, personId);
  const seal = await personSealIfKept(trx, context.vault, personId);
  if (!person || !seal || person.status === 'CLOSED') {
    await endContactChanges(trx, { personId, status: 'EXPIRED', now });
    return [];
  }
  const changes = await readContactChanges(trx, seal, personId);
  const applied: string[] = [];
  for (const change of changes.filter(({ countsAt }) => countsAt.getTime() <= until)) {
    const { kind } = change;
    const isConfirmed = change.status === 'PENDING';
    await endContactChanges(trx, { personId, kind, status: isConfirmed ? 'APPLIED' : 'EXPIRED', now });
    if (!isConfirmed) continue;
    await APPLY[kind](trx, context, person, change);
    applied.push(WHAT[kind]);
  }
  return applied;
}

type Apply = (trx: Trx, context: IdentityContext, person: Person, change: ContactChange) => Promise<void>;

const APPLY: Readonly<Record<ContactChange['kind'], Apply>> = {
  EMAIL: applyEmail,
  PHONE: applyPhone,
  BANK_ACCOUNT: applyBankAccount,
};

/**
 * Applies a change of e-mail. Challenges and links that were sent to the former mailbox end, because they would still
 * open the account.
 */
async function applyEmail(trx: Trx, context: IdentityContext, person: Person, change: ContactChange) {
  const { value: email, sessionId } = change;
  const { vault, clock } = context;
  const now = clock.now();
  const personId = person.id;
  await changePerson(trx, vault, personId, { email, emailVerifiedAt: new Date(now) }, { now });
  await endChallenges(trx, personId, now);
  await endLinks(trx, personId, ['PASSWORD_RESET', 'PHONE_RECOVERY'], now);
  // Staff gave the mailbox: after a recovery no passkey is kept.
  if (sessionId === null) await endPasskeys(trx, context, personId);
  const date = calendarDate(clock.businessDate());
  await recordTrustEvent(trx, { personId, event: 'email-verified', date, naturalKey: 'email-verified' }, now);
  const news = { ...limaTime(clock), address: maskedValue('EMAIL', email) };
  await sendAccountEmail(trx, context, person, 'email-changed', news);
  await sendToMailbox(trx, context, { ...person, email }, 'email-changed', news);
}

/**
 * Applies a change of telephone. The other sessions, and sign-ins under way, end, because they were proved with the old
 * telephone; every browser must prove the new one once.
 */
async function applyPhone(trx: Trx, context: IdentityContext, person: Person, change: ContactChange) {
  const { value: phone, sessionId } = change;
  const now = context.clock.now();
  // A number that staff took over from a client without any telephone is still to be proved by its first code.
  const phoneVerifiedAt = sessionId === null ? null : new Date(now);
  await changePerson(trx, context.vault, person.id, { phone, phoneVerifiedAt }, { now });
  // After a recovery nothing is kept: passkeys may be on the telephone that is lost.
  const keeps = sessionId === null ? undefined : { sessionId };
  await endAccess(trx, context, person.id, { because: 'phone-changed', now, ...(keeps && { keeps }) });
  const news = { ...limaTime(context.clock), address: maskedValue('PHONE', phone) };
  await sendAccountEmail(trx, context, person, 'phone-changed-here', news);
}

/** Money that was ordered since the change was asked for, and has waited for it, goes to the new account. */
async function applyBankAccount(trx: Trx, { vault, clock }: IdentityContext, person: Person, change: ContactChange) {
  const { id: personId } = person;
  const account = JSON.parse(change.value);
  const seal = await personSeal(trx, vault, personId);
  const now = change.requestedAt.getTime();
  // Before its day is over in the sandbox alone, whose move of a date ended the wait.
  const usableAt = new Date(Math.min(change.countsAt.getTime(), clock.now()));
  await insertBankAccount(trx, seal, { personId, account, usableAt, now });
  // An application may have named another one since.
  const inUse = await readAccountInUse(trx, vault, personId);
  if (inUse?.cci !== account.cci) return;
  const bank = (await readBanks(trx)).find(({ id }) => id === account.bankId);
  const destination = {
    bankId: bank?.code ?? account.cci.slice(0, 3),
    cci: account.cci,
    holder: borrowerOf(person).name,
  };
  const toSealed = (orderId: string) => sealDestinations(vault)(trx, { personId, orderId }, destination);
  const waiting = { personId, since: change.requestedAt };
  await moveWaitingOrders(trx, waiting, toSealed);
  await moveWaitingRefunds(trx, waiting, toSealed);
}
