import type { PayoutBody } from '#api/payout-body.ts';
import { cents, toSoles } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';

/** The way of a loan's money so far, of its newest order; the order of a signature is written with it. */
export async function readPayoutWay(db: Db, loanId: string): Promise<PayoutBody | undefined> {
  const orders = await db
    .selectFrom('disbursement_order')
    .select(['id', 'amount', 'created_at as at'])
    .where('loan_id', '=', loanId)
    .where('purpose', '=', 'loan')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const [first, last] = [orders[0], orders.at(-1)];
  if (!first || !last) return undefined;
  const sent = await db
    .selectFrom('loan_event')
    .select('at')
    .where('loan_id', '=', loanId)
    .where('cause', 'in', ['disbursement-ordered', 'disbursement-ordered-late'])
    .where('ref', '=', last.id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const paid = await db
    .selectFrom('journal')
    .select('at')
    .where('loan_id', '=', loanId)
    .where('kind', '=', 'disbursement-paid')
    .where('ref', '=', last.id)
    .executeTakeFirst();
  return {
    amount: toSoles(cents(last.amount)),
    signedAt: first.at.toISOString(),
    sentAt: sent?.at.toISOString() ?? null,
    paidAt: paid?.at.toISOString() ?? null,
  };
}
