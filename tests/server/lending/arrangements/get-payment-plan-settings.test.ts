import { describe, expect, test } from 'vitest';
import { getPaymentPlanSettings } from '#api/endpoints/arrangements/get-payment-plan-settings.ts';
import { getWaysOut } from '#api/endpoints/arrangements/get-ways-out.ts';
import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

const ask = async ({ headers }: { readonly headers: Record<string, string> }) =>
  acceptedBody(await callEndpoint(loans, getPaymentPlanSettings, { headers }));

describe('200', () => {
  test('a loan ten days late may have two to six payments, from tomorrow on, never on a Sunday', {
    tags: ['spec-3.28', 'spec-7.12', 'promise-payment-plans'],
  }, async () => {
    const client = await aClientOn(loans, '2026-02-24');
    expect(await ask(client)).toEqual({
      minItems: 2,
      maxItems: 6,
      itemStep: 1,
      allowedDates: [
        '2026-02-25',
        '2026-02-26',
        '2026-02-27',
        '2026-02-28',
        '2026-03-02',
        '2026-03-03',
        '2026-03-04',
        '2026-03-05',
        '2026-03-06',
        '2026-03-07',
        '2026-03-09',
        '2026-03-10',
        '2026-03-11',
      ],
      eligible: true,
      reason: null,
      minPayment: 30,
      channels: ['MANUAL', 'PAGOEFECTIVO', 'NIUBIZ'],
    });
  });

  test('a first payment cannot be dated into Holy Week', async () => {
    const client = await aClientOn(loans, '2026-03-25');
    const { allowedDates } = await ask(client);
    expect(allowedDates).not.toContain('2026-04-02');
    expect(allowedDates).not.toContain('2026-04-03');
    expect(allowedDates).toContain('2026-04-01');
  });

  test('what is left may be too little for six payments', async () => {
    const client = await aClientOn(loans, '2026-02-24');
    await pay(loans, client.loan.id, 480, { on: '2026-02-14' });
    expect(await ask(client)).toMatchObject({ eligible: true, maxItems: 3 });
  });

  test('what is left may be too little for any plan: none is offered that would be refused', async () => {
    const client = await aClientOn(loans, '2026-02-24');
    await pay(loans, client.loan.id, 540, { on: '2026-02-14' });
    expect(await ask(client)).toMatchObject({ eligible: false, reason: 'too_little_to_pay' });
    const { headers } = client;
    const { out } = acceptedBody(await callEndpoint(loans, getWaysOut, { headers }));
    expect(out?.ways.map(({ kind }) => kind)).not.toContain('plan');
    const body = { numberOfPayments: 2, firstPaymentDate: '2026-02-25', paymentChannel: 'MANUAL' };
    expect((await callEndpoint(loans, makePaymentPlanOffer, { headers, body })).status).toBe(409);
  });

  test('a loan that is in order needs no plan, until five days before its due date', async () => {
    const client = await aClientOn(loans, '2026-02-08');
    expect(await ask(client)).toMatchObject({ eligible: false, reason: 'loan_not_late' });
    loans.clock.moveTo('2026-02-09');
    expect(await ask(client)).toMatchObject({ eligible: true, reason: null });
  });

  test('without a loan there is nothing to arrange', async () => {
    expect(await ask(await aBorrower(loans))).toMatchObject({ eligible: false, reason: 'no_active_loan' });
  });
});
