import type { Kysely } from 'kysely';
import { decideRefund } from '#loan/agreements.ts';
import type { BankCalendar } from '#loan/business-days.ts';
import { addDays, type CalendarDate } from '#loan/calendar.ts';
import { effectiveDueDate } from '#loan/lateness.ts';
import { changeFacts } from '#loan/loan-life.ts';
import { ZERO } from '#loan/money.ts';
import { creditToGiveBack, mayStillGoBack } from '#loan/money-back.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import type { Tables } from '#server/kit/tables.ts';
import { uuidv4 } from '#server/kit/uuid.ts';
import type { Vault } from '#server/kit/vault.ts';
import { laterDestination } from '#server/lending/applications/account-in-use.ts';
import type { LockedLoan } from '#server/lending/loans/with-loan.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { type SealedAccount, sealDestinations } from '#server/lending/payouts/payout-destination.ts';
import { bookSurplusPayout, reportLatePayout } from '#server/lending/payouts/surplus-payout.ts';
import { readHeldPayments } from './store/payment-store.ts';
import {
  bookPartAs,
  findOpenRefund,
  insertRefund,
  moveRefund,
  type NewRefund,
  partsAreLeft,
  readGivenBack,
  readParts,
  type StoredRefund,
} from './store/refund-store.ts';

/** Domain 2.11.5. */
const ARRIVES_WITHIN_DAYS = 5;

export interface RequestedRefund {
  readonly kind: 'requested';
  readonly refund: StoredRefund;
  readonly arrivesBy: CalendarDate;
}

/**
 * Sends the credit of a loan back to the account the loan was paid out to, under the loan's lock. It leaves the ledger now,
 * so that nothing else can use it; the dispatcher sends it to the bank. A repeated request returns the pending refund.
 */
export async function refundCredit(
  locked: LockedLoan,
  { parameters, vault }: { readonly parameters: ParametersInForce; readonly vault: Vault },
): Promise<RequestedRefund | Refusal> {
  const { trx, id: loanId, personId, loan, day, now } = locked;
  const open = await findOpenRefund(trx, { loanId, kind: 'CREDIT' });
  if (open) return { kind: 'requested', refund: open, arrivesBy: arrival(open, day.calendar) };
  const money = { givenBack: await readGivenBack(trx, loanId), held: await readHeldPayments(trx, loanId) };
  const credit = creditToGiveBack(loan, day, money);
  // A small credit is kept for the next payment; a loan that is over has no next payment, so all of it goes back
  // (decision 0030).
  const keptCents = credit.isOver ? ZERO : parameters.policies().keptCreditCents;
  if (credit.creditCents <= keptCents) return refused(409, 'nothing_to_refund', 'There is no credit to send back.');
  const id = uuidv4();
  const account = await accountFor(locked, vault, id);
  if (!account) return refused(409, 'bank_account_missing', 'No bank account of the client is known.');
  const parts = credit.parts.map((part, index) => ({ ...part, id: index === 0 ? id : uuidv4() }));
  // One fact for each payment it is taken from, so that it goes with that payment if this is given back.
  for (const part of parts) {
    const change = decideRefund(locked.loan, part, day);
    if (change.kind === 'refused') throw new RangeError(`loan ${loan.number}: refund ${change.reason}`);
    await locked.save(change, { kind: 'refund', ref: part.id });
  }
  const refund = await insertRefund(trx, {
    id,
    kind: 'CREDIT',
    personId,
    loanId,
    intentId: undefined,
    parts,
    status: 'QUEUED',
    ...account,
    requestedOn: day.date,
    requestedBy: 'client',
    now,
  });
  return { kind: 'requested', refund, arrivesBy: arrival(refund, day.calendar) };
}

/**
 * The account that the money of this loan reached its client on; the newest, if there were several. An account that the
 * client has named in their settings since is sealed for the refund.
 */
export async function accountFor(
  { trx, id: loanId, personId }: LockedLoan,
  vault: Vault,
  refundId: string,
): Promise<Pick<NewRefund, 'orderId' | 'destinationSealed' | 'notBefore'> | undefined> {
  const order = (await readOrders(trx, loanId)).findLast(({ status }) => status === 'CONFIRMED');
  if (!order) return undefined;
  const later = await laterDestination(trx, vault, { personId, after: order.createdAt });
  if (!later) return { orderId: order.id, destinationSealed: undefined };
  const seal = sealDestinations(vault);
  const destinationSealed = await seal(trx, { personId, orderId: refundId }, later.destination);
  return { orderId: order.id, destinationSealed, notBefore: later.usableAt.getTime() };
}

/** The account that a refund goes to: its own, or that of the disbursement. Throws when it has neither. */
export async function sealedAccountOf(
  db: Kysely<Tables>,
  { id, loanId, orderId, destinationSealed }: StoredRefund,
): Promise<SealedAccount> {
  if (destinationSealed !== undefined) return { id, loanId, destinationSealed };
  const order = (await readOrders(db, loanId)).find((one) => one.id === orderId);
  if (!order) throw new Error(`refund ${id} has no account`);
  return order;
}

function arrival({ requestedOn }: StoredRefund, calendar: BankCalendar): CalendarDate {
  let day = requestedOn;
  for (let k = 0; k < ARRIVES_WITHIN_DAYS; k += 1) day = effectiveDueDate(addDays(day, 1), calendar);
  return day;
}

/**
 * Keeps credit that has not been sent yet with its loan when a payment that it needs is disputed or was taken back
 * since it was ordered (decision 0108).
 */
export async function stopHeldCredit(locked: LockedLoan): Promise<void> {
  const { trx, id: loanId, loan, day, now: endedAt } = locked;
  const open = await findOpenRefund(trx, { loanId, kind: 'CREDIT' });
  if (open?.status !== 'QUEUED') return;
  const money = { givenBack: await readGivenBack(trx, loanId), held: await readHeldPayments(trx, loanId) };
  if (mayStillGoBack(loan, day, { ...money, parts: await readParts(trx, open.id) })) return;
  const stopped = { status: 'REJECTED', reason: 'a payment it needs is disputed or was taken back', endedAt } as const;
  if (await moveRefund(trx, open.id, ['QUEUED'], stopped)) await undoCreditRefund(locked, open);
}

/** The bank refused the account: the credit is restored, as if no refund had been requested. */
export async function undoCreditRefund(locked: LockedLoan, { id }: StoredRefund): Promise<void> {
  const sent = new Set((await readParts(locked.trx, id)).map((part) => part.id));
  const facts = locked.loan.facts.filter((fact) => !sent.has(fact.id));
  const change = changeFacts(locked.loan, facts, locked.day);
  await locked.save(change, { kind: 'refund-rejected', ref: id });
}

/**
 * Books that the bank, which had refused the account, has paid all the same. The credit goes again, out of the same
 * payments, if it is still there; the part that was used since is a surplus.
 */
export async function bookLateCreditRefund(
  locked: LockedLoan,
  refund: StoredRefund,
  { providerRef, valueDate }: { readonly providerRef: string; readonly valueDate: CalendarDate },
): Promise<void> {
  const { trx, day, now: endedAt } = locked;
  const { id, amountCents } = refund;
  const other = await findOpenRefund(trx, { loanId: locked.id, kind: 'CREDIT' });
  const reason = `refund ${id} was paid after all`;
  if (other && (await moveRefund(trx, other.id, ['QUEUED'], { status: 'REJECTED', reason, endedAt }))) {
    await undoCreditRefund(locked, other);
  }
  const payout = { id, kind: 'refund', amountCents, providerRef, valueDate } as const;
  const isThere =
    decideRefund(locked.loan, { id, amountCents }, day).kind !== 'refused' &&
    (await partsAreLeft(trx, locked.loan, refund));
  if (isThere) {
    for (const part of await readParts(trx, id)) {
      // The part's own fact was taken back when the bank refused.
      const bookedAs = uuidv4();
      const change = decideRefund(locked.loan, { id: bookedAs, amountCents: part.amountCents }, day);
      if (change.kind === 'refused') throw new RangeError(`refund ${id}: ${change.reason}`);
      await locked.save(change, { kind: 'refund', ref: bookedAs });
      await bookPartAs(trx, part.id, bookedAs);
    }
    await reportLatePayout(locked, payout);
  } else {
    await bookSurplusPayout(locked, payout);
  }
  await moveRefund(trx, id, ['REJECTED'], { status: 'PAID', providerRef, endedAt });
}
