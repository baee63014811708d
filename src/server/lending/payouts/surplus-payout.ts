import { formatSoles } from '#i18n/format.ts';
import type { TaskTold } from '#i18n/staff-tasks.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { paidOutUnowed } from '#loan/ledger.ts';
import type { Cents } from '#loan/money.ts';
import { postJournal } from '#server/lending/loans/store/ledger-store.ts';
import type { LockedLoan } from '#server/lending/loans/with-loan.ts';
import { openTask } from '#server/lending/staff/task-store.ts';
import { payoutSubject } from './missing-payout.ts';

/** Money the bank has paid for an order of ours. */
export interface PaidPayout {
  readonly id: string;
  readonly kind: 'disbursement' | 'refund' | 'chargeback';
  readonly amountCents: Cents;
  readonly providerRef: string;
  readonly valueDate: CalendarDate;
}

/**
 * Books money that has left the bank although nothing is owed any more. It is the client's debt outside every loan until
 * somebody gets it back; booked once, however often the bank says so.
 * @returns whether this call booked it
 */
export async function bookSurplusPayout(
  { trx, id: loanId, loan, day, now }: LockedLoan,
  { id, kind, amountCents, providerRef, valueDate }: PaidPayout,
  from: 'bank' | 'psp-clearing' = 'bank',
): Promise<boolean> {
  const row = await trx
    .insertInto('surplus_payout')
    .values({
      id,
      kind,
      loan_id: loanId,
      amount: amountCents,
      provider_ref: providerRef,
      value_date: valueDate,
      recorded_on: day.date,
      created_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  const journal = { businessDate: day.date, kind: 'payout-not-owed', ref: id, now };
  await postJournal(trx, { ...journal, postings: paidOutUnowed(amountCents, from) });
  const facts = { amount: formatSoles(amountCents), ref: providerRef, loan: loan.number };
  const told: TaskTold =
    kind === 'chargeback'
      ? { says: 'payout-not-owed-chargeback', facts }
      : { says: 'payout-not-owed', facts: { ...facts, order: id } };
  await openTask(trx, { kind: 'payout-not-owed', subject: payoutSubject(id), ...told }, now);
  return true;
}

/** Staff are told of money that went out after it had been noted as refused, although it could still be booked. */
export async function reportLatePayout(
  { trx, loan, now }: LockedLoan,
  { id, amountCents, providerRef }: PaidPayout,
): Promise<void> {
  const facts = { order: id, amount: formatSoles(amountCents), ref: providerRef, loan: loan.number };
  const task = { kind: 'payout-paid-late', subject: payoutSubject(id), says: 'payout-paid-late' } as const;
  await openTask(trx, { ...task, facts }, now);
}
