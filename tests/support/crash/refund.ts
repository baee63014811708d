import { requestRefund } from '#api/endpoints/payments/request-refund.ts';
import { transfer } from '../arrangements/extensions.ts';
import { acceptedBody, callEndpoint } from '../lending/lending-app.ts';
import { asOperator, startPayment } from '../payments/payments.ts';
import { aLoanOfTenDays, finishPayouts, sentToBank, TODAY } from './crash-world.ts';
import { repeatedAct } from './repeated-act.ts';

/** A part of the loan, then more than the rest of it. */
const PAID = [100, 600] as const;

/** A client takes their credit back; staff give back the whole of one payment, and of the other what is left of it. */
export const refund = repeatedAct({
  async prepare(world) {
    const lent = await aLoanOfTenDays(world);
    const paymentIds: string[] = [];
    for (const soles of PAID) {
      const payment = await startPayment(world, lent, { purpose: 'PARTIAL', amount: 100, method: 'MANUAL' });
      await transfer({ context: world.payments }, payment, soles, TODAY);
      paymentIds.push(payment.id);
    }
    return { loanId: lent.loanId, number: lent.number, headers: lent.headers, paymentIds };
  },

  async perform(world, { number, paymentIds, ...client }, key) {
    const headers = { ...client.headers, 'Idempotency-Key': key };
    acceptedBody(await callEndpoint(world, requestRefund, { params: { number }, headers }));
    await finishPayouts(world);
    for (const id of paymentIds) {
      const { status } = (await (await asOperator(world, `payments/${id}`)).json()) as { readonly status: string };
      if (status !== 'SUCCEEDED') continue;
      const answer = await asOperator(world, `payments/${id}/refund`, { reason: 'the client asked' });
      if (!answer.ok) throw new Error(`${id}: ${await answer.text()}`);
      await finishPayouts(world);
    }
  },

  async faults(world, { loanId, number, paymentIds }, isAnswered) {
    const refunds = await world.db.kysely
      .selectFrom('refund')
      .select(['id', 'intent_id'])
      .where('loan_id', '=', loanId)
      .execute();
    const faults = [null, ...paymentIds].flatMap((asked) => {
      const { length } = refunds.filter(({ intent_id }) => intent_id === asked);
      const isRight = length === 1 || (length === 0 && !isAnswered);
      return isRight ? [] : [`loan ${number}: ${asked ? `payment ${asked}` : 'credit'} has ${length} refunds`];
    });
    const facts = await world.db.kysely
      .selectFrom('loan_fact')
      .select('id')
      .where('loan_id', '=', loanId)
      .where('kind', '=', 'refund')
      .execute();
    if (facts.length > 0 && !refunds.some(({ intent_id }) => intent_id === null)) {
      faults.push(`loan ${number}: credit has left it and nothing sends it`);
    }
    const sent = await sentToBank(world);
    const back = refunds.flatMap(({ id }) => sent.get(id) ?? []).reduce((sum, soles) => sum + soles, 0);
    const came = PAID.reduce((sum, soles) => sum + soles, 0);
    const isRight = isAnswered ? back.toFixed(2) === came.toFixed(2) : back < came + 0.005;
    return isRight ? faults : [...faults, `loan ${number}: ${came} came in and ${back.toFixed(2)} went back`];
  },
});
