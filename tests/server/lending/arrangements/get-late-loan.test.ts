import { describe, expect, test } from 'vitest';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { getExtensionOptions } from '#api/endpoints/arrangements/get-extension-options.ts';
import { getLateLoan } from '#api/endpoints/arrangements/get-late-loan.ts';
import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

type Asker = { readonly headers: Record<string, string> };

const ask = async ({ headers }: Asker) => acceptedBody(await callEndpoint(loans, getLateLoan, { headers })).late;

describe('200', () => {
  test('EX1 ten days late: what the delay has added, and three ways out, what asks for least in thirty days first', async () => {
    const client = await aClientOn(loans, '2026-02-24');
    const late = await ask(client);
    expect(late).toMatchObject({ days: 10, due: 587.49, added: 14.46, tomorrow: 588.95 });
    expect(late?.ways.map(({ kind, now, total }) => [kind, now, total])).toEqual([
      ['plan', 0, 585.31],
      ['payoff', 587.49, 587.49],
      ['extension', 28.81, 601.84],
    ]);
  });

  test('each way is what its own call offers', { tags: 'promise-extensions' }, async () => {
    const client = await aClientOn(loans, '2026-02-24');
    const [plan, , extension] = (await ask(client))?.ways ?? [];
    const body = { numberOfPayments: 3, firstPaymentDate: plan?.later[0]?.date ?? '', paymentChannel: 'MANUAL' };
    const offer = acceptedBody(await callEndpoint(loans, makePaymentPlanOffer, { headers: client.headers, body }));
    expect(plan?.later).toEqual(offer.payments.map(({ dueDate, amount }) => ({ date: dueDate, amount: amount.total })));
    expect(plan).toMatchObject({ total: offer.total, waived: offer.waived.moratory });
    const { options } = acceptedBody(await callEndpoint(loans, getExtensionOptions, { headers: client.headers }));
    expect(extension).toMatchObject({
      now: options[0]?.price,
      total: options[0]?.totalCostAfter,
      date: options[0]?.newDueDate,
      later: [{ date: options[0]?.newDueDate, amount: options[0]?.dueAfter.amount }],
    });
  });

  test('the plan begins on the client’s payday where that may be', async () => {
    const client = await aClientOn(loans, '2026-02-24');
    await loans.db.kysely.updateTable('person').set({ payday: 4 }).where('id', '=', client.personId).execute();
    expect((await ask(client))?.ways[0]?.later[0]?.date).toBe('2026-03-04');
  });

  test('sixteen days late the date is not moved any more, and any amounts may be paid', async () => {
    const late = await ask(await aClientOn(loans, '2026-03-02'));
    expect(late?.ways.map(({ kind, total }) => [kind, total])).toEqual([
      ['flex', 596.3],
      ['plan', 592.81],
      ['payoff', 596.3],
    ]);
  });

  test('instalments that are late can be caught up', async () => {
    const late = await ask(await aClientOn(loans, '2026-02-24', EX2_TERMS));
    expect(late?.ways.map(({ kind }) => kind)).toEqual(['plan', 'overdue', 'payoff']);
  });

  describe('nothing is late', () => {
    test('without a loan, with one in order, and on a plan', async () => {
      expect(await ask(await aBorrower(loans))).toBeNull();
      const client = await aClientOn(loans, '2026-02-24');
      const body = { numberOfPayments: 2, firstPaymentDate: '2026-02-25' };
      await callEndpoint(loans, confirmPaymentPlan, { headers: client.headers, body });
      expect(await ask(client)).toBeNull();
    });
  });
});
