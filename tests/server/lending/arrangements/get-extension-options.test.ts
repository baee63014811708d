import { describe, expect, test } from 'vitest';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { getExtensionOptions } from '#api/endpoints/arrangements/get-extension-options.ts';
import { makeExtensionQuote } from '#api/endpoints/arrangements/make-extension-quote.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { ON_TIME_TERMS_EXAMPLE } from '#api/explained-term.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClientOn, aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

const ask = async ({ headers }: { readonly headers: Record<string, string> }) =>
  acceptedBody(await callEndpoint(loans, getExtensionOptions, { headers }));

describe('200', () => {
  test('EX1 on its due date can be moved by 7, 14 or 30 days for 14,35, 26,22 or 49,54 (domain 3.7)', {
    tags: ['spec-3.8', 'spec-9.12', 'promise-extensions'],
  }, async () => {
    const client = await aClientOn(loans, '2026-02-14');
    const { options, ...rest } = await ask(client);
    expect(rest).toEqual({ eligible: true, reason: null, latest: null });
    expect(options.map(({ term, price, newDueDate, tceaAfter }) => [term, price, newDueDate, tceaAfter])).toEqual([
      [7, 14.35, '2026-02-21', 382.83],
      [14, 26.22, '2026-02-28', 349.52],
      [30, 49.54, '2026-03-16', 294.75],
    ]);
    expect(options[1]).toEqual({
      term: 14,
      price: 26.22,
      breakdown: {
        arrears: { interest: 0, vat: 0, moratory: 0 },
        extensionInterest: 14.22,
        extensionFee: 8,
        vat: 4,
      },
      terms: [
        { name: 'extensionInterest', amount: 14.22, basis: { kind: 'advance', of: 500, rate: 110, days: 14 } },
        { name: 'extensionFee', amount: 8, basis: null },
        { name: 'vat', amount: 4, basis: { kind: 'share', of: 22.22, rate: 18 } },
      ],
      currentDueDate: '2026-02-14',
      newDueDate: '2026-02-28',
      tceaAfter: 349.52,
      dueAfter: { amount: 573.03, terms: ON_TIME_TERMS_EXAMPLE },
      totalCostAfter: 599.25,
      compareToPayingNow: 573.03,
      validUntil: '2026-02-14',
    });
  });

  test('an extension that was only looked at does not count as the last one', async () => {
    const client = await aClientOn(loans, '2026-02-14');
    await callEndpoint(loans, makeExtensionQuote, { headers: client.headers, body: { term: 14 } });
    expect((await ask(client)).latest).toBeNull();
  });

  test('ten days late 14 days cost 40,68, the delay included', async () => {
    const client = await aClientOn(loans, '2026-02-24');
    const { options } = await ask(client);
    expect(options.find(({ term }) => term === 14)).toMatchObject({
      price: 40.68,
      breakdown: {
        arrears: { interest: 10.41, vat: 1.87, moratory: 2.18 },
        extensionInterest: 14.22,
        extensionFee: 8,
        vat: 4,
      },
      newDueDate: '2026-03-10',
      compareToPayingNow: 587.49,
    });
  });

  describe('there is none', () => {
    const none = async (client: { readonly headers: Record<string, string> }, reason: string) =>
      expect(await ask(client)).toEqual({ eligible: false, reason, options: [], latest: null });

    test('without a loan', async () => {
      await none(await aBorrower(loans), 'no_active_loan');
    });

    test('of an instalment loan', async () => {
      await none(await aClientOn(loans, '2026-02-10', EX2_TERMS), 'not_a_single_payment');
    });

    test('more than 15 days late', { tags: 'promise-extensions' }, async () => {
      await none(await aClientOn(loans, '2026-03-02'), 'too_late');
    });

    test('while a top-up is on its way', async () => {
      const client = await aToppableClient(loans);
      await callEndpoint(loans, requestTopUp, { headers: client.headers, body: { principal: 100 } });
      await none(client, 'top_up_in_progress');
    });

    test('on a payment plan', async () => {
      const client = await aClientOn(loans, '2026-02-24');
      const body = { numberOfPayments: 2, firstPaymentDate: '2026-03-06' };
      await callEndpoint(loans, confirmPaymentPlan, { headers: client.headers, body });
      await none(client, 'on_a_plan');
    });

    test('after three in a row', { tags: 'promise-extensions' }, async () => {
      const client = await aClientOn(loans, '2026-02-14');
      for (const [day, soles] of [
        ['2026-02-14', 14.35],
        ['2026-02-21', 14.35],
        ['2026-02-28', 14.35],
      ] as const) {
        await closeThrough(loans, day);
        await pay(loans, client.loan.id, soles, { use: { kind: 'extension', termDays: 7, feeCents: 500 } as never });
      }
      await none(client, 'too_many_extensions');
    });
  });

  test('a term that would go beyond 90 days is missing where a shorter one is not', async () => {
    const client = await aClientOn(loans, '2026-02-14');
    for (const [day, soles] of [
      ['2026-02-14', 49.54],
      ['2026-03-16', 49.54],
    ] as const) {
      await closeThrough(loans, day);
      await pay(loans, client.loan.id, soles, { use: { kind: 'extension', termDays: 30, feeCents: 1200 } as never });
    }
    await closeThrough(loans, '2026-04-20');
    const { eligible, options } = await ask(client);
    expect([eligible, options.map(({ term }) => term)]).toEqual([true, [7, 14]]);
  });
});
