import { randomInt } from 'node:crypto';
import { standingOn } from '#loan/standing.ts';
import { aQuote, askToExtend } from '../arrangements/extensions.ts';
import { acceptedBody } from '../lending/lending-app.ts';
import { dayOn } from '../loan/loans.ts';
import { stored } from '../loans/loan-service.ts';
import { importStatement } from '../payments/payments.ts';
import { aLoanOfTenDays, type CrashWorld, TODAY } from './crash-world.ts';
import { repeatedAct } from './repeated-act.ts';

/** An extension is quoted, requested, and paid twice; staff import each line of the bank's statement. */
export const extension = repeatedAct({
  async prepare(world) {
    const { loanId, number, headers } = await aLoanOfTenDays(world);
    const bankRefs = [1, 2].map((line) => `${line}${randomInt(10 ** 9, 10 ** 10)}`);
    return { loanId, number, headers, bankRefs };
  },

  async perform(world, { loanId, headers, bankRefs }, key) {
    // Who has had no answer asks for what their screen shows.
    const quoteId = (await quotesOf(world, loanId))[0] ?? (await aQuote(world, { headers })).quoteId;
    const payment = acceptedBody(await askToExtend(world, { headers }, { quoteId }, key));
    const { reference } = await world.db.kysely
      .selectFrom('payment_intent')
      .select('reference')
      .where('id', '=', payment.id)
      .executeTakeFirstOrThrow();
    const date = TODAY.split('-').reverse().join('/');
    for (const bankRef of bankRefs) {
      await importStatement(world, [[date, bankRef, payment.amount.toFixed(2), `PAGO ${reference}`]]);
    }
  },

  async faults(world, { loanId, number, bankRefs }, isAnswered) {
    const { loan } = await stored(world, loanId);
    const groups = loan.terms && standingOn(loan, dayOn(TODAY)).groups;
    const [payments, money] = [
      await world.db.kysely.selectFrom('payment_intent').select('id').where('loan_id', '=', loanId).execute(),
      await world.db.kysely.selectFrom('money_received').select('id').where('loan_id', '=', loanId).execute(),
    ];
    const found = {
      quotes: (await quotesOf(world, loanId)).length,
      payments: payments.length,
      transfers: money.length,
      bought: groups.flatMap(({ extensions }) => extensions).length,
    };
    const all = { quotes: 1, payments: 1, transfers: bankRefs.length, bought: 1 };
    return Object.keys(all).flatMap((what) => {
      const [is, shouldBe] = [found[what as keyof typeof all], all[what as keyof typeof all]];
      return is === shouldBe || (is < shouldBe && !isAnswered)
        ? []
        : [`loan ${number}: ${what} of an extension are ${is} and should be ${shouldBe}`];
    });
  },
});

async function quotesOf({ db }: CrashWorld, loanId: string): Promise<string[]> {
  const quotes = db.kysely.selectFrom('extension').select('id').where('loan_id', '=', loanId).orderBy('created_at');
  return (await quotes.execute()).map(({ id }) => id);
}
