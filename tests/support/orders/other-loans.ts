import { cents } from '#loan/money.ts';
import { waiveRemainders } from '#server/lending/loans/waive-remainders.ts';
import { receiveMoney } from '#server/lending/payments/receive-money.ts';
import { closeThrough } from '../loans/loan-service.ts';
import { aDebtor, type Debtor, type Payments, startPayment } from '../payments/payments.ts';
import { proveAgain } from '../people/borrower.ts';
import { asSecond, byColleagues, said, signedIn } from './colleagues.ts';
import { aLateDebtor, line, todayOf } from './late-loan.ts';
import { putToRest } from './quiet.ts';
import { job, type Prepare } from './story.ts';

const REASON = 'Nothing came in for half a year.';

/** EX1, which nobody has paid for half a year. */
export async function aLostDebtor(payments: Payments): Promise<Debtor> {
  await putToRest(payments.db);
  payments.clock.moveTo('2026-01-15');
  const debtor = await aDebtor(payments);
  await closeThrough(payments.loans, '2026-08-20');
  await proveAgain(payments, debtor, ['activate-flex', 'confirm-plan', 'extend']);
  return debtor;
}

export const WRITE_OFF_ACTS = {
  'colleagues write the loan off': async (payments, { number }) => {
    const [ana, luis] = [await signedIn(payments, 'Ana'), await signedIn(payments, 'Luis')];
    await ana(`loans/${number}/write-off/propose`, { reason: REASON });
    return async () => said(await luis(`loans/${number}/write-off/approve`));
  },
  'a colleague withdraws a write-off': async (payments, { number }) => {
    const ana = await signedIn(payments, 'Ana');
    await ana(`loans/${number}/write-off/propose`, { reason: REASON });
    return async () => said(await ana(`loans/${number}/write-off/withdraw`));
  },
  'a colleague reverses a write-off': async (payments, { number }) => {
    const [ana, luis] = [await signedIn(payments, 'Ana'), await signedIn(payments, 'Luis')];
    await ana(`loans/${number}/write-off/propose`, { reason: REASON });
    await luis(`loans/${number}/write-off/approve`);
    return async () => said(await ana(`loans/${number}/write-off/reverse`, { reason: 'The client pays.' }));
  },
} as const satisfies Readonly<Record<string, Prepare<Debtor>>>;

/** A late loan that was paid but for forty céntimos. */
export async function aDebtorOfCentimos(payments: Payments): Promise<Debtor> {
  const debtor = await aLateDebtor(payments);
  const { id, amount } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  const amountCents = cents(Math.round(amount * 100) - 40);
  await receiveMoney(payments.context, { ...line(), amountCents, date: todayOf(payments), intentId: id });
  return debtor;
}

export const WAIVER_ACTS = {
  'a remainder of céntimos is waived': async (payments) => job(() => waiveRemainders(payments.loans.context)),
  'the money of the last céntimos is booked': async (payments, { loan }) => {
    const money = { ...line(), amountCents: cents(40), date: todayOf(payments) };
    const { money: unnamed } = await receiveMoney(payments.context, money);
    return asSecond(payments, `unapplied/${unnamed.id}/match`, { loanNumber: loan.loan.number });
  },
  'what was paid is paid back': async (payments, { loan }) => {
    const intents = payments.db.kysely.selectFrom('payment_intent').select('id').where('loan_id', '=', loan.id);
    const { id } = await intents.where('status', '=', 'SUCCEEDED').executeTakeFirstOrThrow();
    return byColleagues(payments, `payments/${id}/refund`, { reason: 'The client asked within the hour.' });
  },
} as const satisfies Readonly<Record<string, Prepare<Debtor>>>;
