import { refundPayment } from '#server/lending/payments/refund-payment.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { stored } from '../loans/loan-service.ts';
import type { Debtor, Payments } from './payments.ts';

/** Colleague who orders them. */
export const BY_ANA = { operator: 'Ana', reason: 'The client asked within the hour.' };

/** Gives tests of refunds what they do and look at. */
export function refundsIn(payments: Payments) {
  const tasksAbout = async (subject: string) =>
    (await listTasks(payments.db.kysely)).filter((task) => task.subject === subject);
  return {
    order: (paymentId: string) => refundPayment(payments.context, paymentId, BY_ANA),
    tasksOf: (paymentId: string) => tasksAbout(`payment:${paymentId}`),
    payoutTasksOf: async (refundId: string) => (await tasksAbout(`payout:${refundId}`)).map(({ kind }) => kind),
    /** The amounts of a loan's payments with the day each was taken back, and the kinds of its other facts. */
    factsOf: async ({ loan }: Debtor) =>
      (await stored(payments.loans, loan.id)).loan.facts.map((fact) =>
        fact.kind === 'payment' ? [fact.amountCents, fact.reversedOn] : fact.kind,
      ),
  };
}
