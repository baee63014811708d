import { test as base, describe, expect } from 'vitest';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { readTrustEvents } from '#server/lending/loans/store/trust-store.ts';
import { acceptedBody, callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aClientOn, type ClientWithLoan, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { closeThrough, pay, stored } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();
const test = base.extend('client', () => aClientOn(loans, '2026-02-24'));

const THREE = { numberOfPayments: 3, firstPaymentDate: '2026-03-06' };

describe('200', () => {
  const into = { kind: 'arrangement' } as const;

  const confirm = ({ headers }: ClientWithLoan, body: object = THREE, more: Record<string, string> = {}) =>
    callEndpoint(loans, confirmPaymentPlan, { headers: { ...headers, ...more }, body });

  const active = async ({ headers }: ClientWithLoan) =>
    acceptedBody(await callEndpoint(loans, getActiveLoan, { headers })).loan;

  const plansOf = async ({ loan }: ClientWithLoan) =>
    (await stored(loans, loan.id)).loan.facts.filter(({ kind }) => kind === 'plan');

  test('EX1 ten days late is put on a plan of 195,10 · 195,10 · 195,11, and costs no more', {
    tags: 'spec-7.14',
  }, async ({ client }) => {
    const { planId, loan } = acceptedBody(await confirm(client, { ...THREE, paymentChannel: 'NIUBIZ' }));
    expect(loan).toMatchObject({
      status: 'PAYMENT_PLAN',
      totalOutstanding: 585.31,
      totalDue: 195.1,
      nextPaymentDate: '2026-03-06',
      maturityDate: '2026-05-06',
      plan: {
        planId,
        status: 'ACTIVE',
        since: '2026-02-24',
        paymentChannel: 'NIUBIZ',
        total: 585.31,
        paid: 0,
        next: { date: '2026-03-06', amount: 195.1 },
        payments: [
          { number: 1, dueDate: '2026-03-06', total: 195.1, paid: 0 },
          { number: 2, dueDate: '2026-04-06', total: 195.1, paid: 0 },
          { number: 3, dueDate: '2026-05-06', total: 195.11, paid: 0 },
        ],
        endedOn: null,
      },
    });
    await closeThrough(loans, '2026-03-05');
    expect(await active(client)).toMatchObject({ status: 'PAYMENT_PLAN', totalOutstanding: 585.31 });
  });

  test('the proof the client gave is beside the plan', async ({ client }) => {
    const { planId } = acceptedBody(await confirm(client));
    const row = await loans.db.kysely.selectFrom('arrangement').selectAll().where('id', '=', planId).executeTakeFirst();
    expect(row).toMatchObject({ loan_id: client.loan.id, kind: 'plan', payment_channel: 'MANUAL' });
    expect(row?.challenge_id).not.toBeNull();
  });

  describe('kept to the end', () => {
    test('the loan is paid, the moratory interest forgiven, and the client known for it', async ({ client }) => {
      acceptedBody(await confirm(client));
      await closeThrough(loans, '2026-03-06');
      await pay(loans, client.loan.id, 195.1, { use: into });
      expect(await active(client)).toMatchObject({
        plan: {
          paid: 195.1,
          next: { date: '2026-04-06', amount: 195.1 },
          payments: [{ paid: 195.1 }, { paid: 0 }, {}],
        },
      });
      await closeThrough(loans, '2026-04-06');
      await pay(loans, client.loan.id, 195.1, { use: into });
      await closeThrough(loans, '2026-05-06');
      await pay(loans, client.loan.id, 195.11, { use: into });
      expect((await stored(loans, client.loan.id)).loan.status).toBe('PAID');
      const events = await readTrustEvents(loans.db.kysely, client.personId);
      expect(events.map(({ event }) => event)).toEqual(
        expect.arrayContaining(['plan-completed', 'loan-paid-4-to-15-days-late']),
      );
    });
  });

  describe('not kept', () => {
    test('five business days late it is at risk, ten days later broken, and interest runs again from then', {
      tags: 'promise-payment-plans',
    }, async ({ client }) => {
      acceptedBody(await confirm(client));
      await closeThrough(loans, '2026-03-13');
      expect(await active(client)).toMatchObject({ status: 'PAYMENT_PLAN', plan: { status: 'AT_RISK' } });
      await closeThrough(loans, '2026-03-23');
      expect(await active(client)).toMatchObject({
        status: 'PAST_DUE',
        totalOutstanding: 587.49,
        plan: { status: 'BROKEN', endedOn: '2026-03-23', paid: 0, next: null },
      });
      await closeThrough(loans, '2026-03-24');
      expect((await active(client))?.totalOutstanding).toBeGreaterThan(587.49);
    });
  });

  describe('the same call again', () => {
    test('with its key is answered what it was answered, however often', async ({ client }) => {
      const key = { 'Idempotency-Key': 'b6f3c1de-0000-4000-8000-00000000a001' };
      const first = await confirm(client, THREE, key);
      const again = await confirm(client, THREE, key);
      expect(again.body).toEqual(first.body);
      expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
        null,
        'true',
      ]);
      expect(await plansOf(client)).toHaveLength(1);
    });

    test('without a key, or with a new one, finds the plan there is', async ({ client }) => {
      const answers = [
        await confirm(client),
        await confirm(client),
        await confirm(client, THREE, { 'Idempotency-Key': 'another-key-1' }),
      ];
      const ids = answers.map((answer) => acceptedBody(answer).planId);
      expect(new Set(ids).size).toBe(1);
      expect(await plansOf(client)).toHaveLength(1);
    });

    test('ten at once make one plan', async ({ client }) => {
      const key = { 'Idempotency-Key': 'ten-at-once-0001' };
      const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(client, THREE, key)));
      expect(new Set(answers.map((answer) => JSON.stringify(acceptedBody(answer)))).size).toBe(1);
      expect(await plansOf(client)).toHaveLength(1);
    });
  });

  test('the offer that was seen is the plan that is made', async ({ client }) => {
    const { headers } = client;
    const { offerId } = acceptedBody(await callEndpoint(loans, makePaymentPlanOffer, { headers, body: THREE }));
    expect((await confirm(client, { ...THREE, offerId })).status).toBe(200);
  });
});

describe('400', () => {
  test.each([
    [{ numberOfPayments: 7, firstPaymentDate: '2026-03-06' }, {}, ['numberOfPayments.out_of_range']],
    [{ numberOfPayments: 3, firstPaymentDate: '2026-03-01' }, {}, ['firstPaymentDate.not_allowed']],
    [{ numberOfPayments: 3, firstPaymentDate: '2026-03-06', paymentChannel: 'X' }, {}, ['paymentChannel.not_allowed']],
    [
      { numberOfPayments: 3, firstPaymentDate: '2026-03-06' },
      { 'Idempotency-Key': 'short' },
      ['Idempotency-Key.invalid'],
    ],
  ])('%j %j is refused and changes nothing', async (body, more, codes) => {
    const { headers, loan } = await aClientOn(loans, '2026-02-24');
    const answer = await callEndpoint(loans, confirmPaymentPlan, { headers: { ...headers, ...more }, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
    const row = await loans.db.kysely.selectFrom('loan').select('status').where('id', '=', loan.id).executeTakeFirst();
    expect(row?.status).toBe('PAST_DUE');
  });
});

describe('409', () => {
  const confirm = (headers: Record<string, string>, body: object = THREE) =>
    callEndpoint(loans, confirmPaymentPlan, { headers, body });

  describe('a balance that is another by now', () => {
    test('is refused with the new offer, which can then be confirmed', async () => {
      const { headers, loan } = await aClientOn(loans, '2026-02-24');
      const seen = acceptedBody(await callEndpoint(loans, makePaymentPlanOffer, { headers, body: THREE }));
      await pay(loans, loan.id, 100);
      const answer = await confirm(headers, { ...THREE, offerId: seen.offerId });
      expect([answer.status, answer.body]).toMatchObject([
        409,
        { error: { code: 'balance_changed', current: { request: { numberOfPayments: 3 }, validUntil: '2026-02-24' } } },
      ]);
      const { current } = (answer.body as { error: { current: { offerId: string; total: number } } }).error;
      // The payment also paid the moratory 2,18, which the plan would have left out.
      expect(current.total).toBe(487.49);
      expect((await confirm(headers, { ...THREE, offerId: current.offerId })).status).toBe(200);
    });

    test('a night later it has grown, and the offer of yesterday is refused', async () => {
      const { headers } = await aClientOn(loans, '2026-02-24');
      const seen = acceptedBody(await callEndpoint(loans, makePaymentPlanOffer, { headers, body: THREE }));
      loans.clock.moveTo('2026-02-25');
      const answer = await confirm(headers, { ...THREE, offerId: seen.offerId });
      expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'balance_changed' } }]);
    });
  });

  describe('who may not have a plan', () => {
    const notEligible = [409, { error: { code: 'not_eligible' } }];

    test('a client without a loan, and one whose loan is in order', async () => {
      const client = await aClientOn(loans, '2026-01-20');
      for (const { headers } of [client, await aBorrower(loans, { stepUp: 'everything' })]) {
        const answer = await confirm(headers);
        expect([answer.status, answer.body]).toMatchObject(notEligible);
      }
    });

    test('a client who has one, and wants another', async () => {
      const { headers } = await aClientOn(loans, '2026-02-24');
      acceptedBody(await confirm(headers));
      const answer = await confirm(headers, { ...THREE, numberOfPayments: 2 });
      expect([answer.status, answer.body]).toMatchObject(notEligible);
    });

    test('a client who has broken two within a year', async () => {
      const { headers } = await aClientOn(loans, '2026-02-24');
      acceptedBody(await confirm(headers));
      await closeThrough(loans, '2026-03-24');
      acceptedBody(await confirm(headers, { ...THREE, firstPaymentDate: '2026-03-27' }));
      await closeThrough(loans, '2026-04-25');
      const answer = await confirm(headers, { ...THREE, firstPaymentDate: '2026-04-27' });
      expect([answer.status, answer.body]).toMatchObject(notEligible);
    });
  });
});

describe('422', () => {
  test('a key that was used for one plan is not a key for another', async () => {
    const { headers } = await aClientOn(loans, '2026-02-24');
    const send = (numberOfPayments: number) =>
      callEndpoint(loans, confirmPaymentPlan, {
        headers: { ...headers, 'Idempotency-Key': 'one-key-two-plans' },
        body: { numberOfPayments, firstPaymentDate: '2026-03-06' },
      });
    expect((await send(3)).status).toBe(200);
    const answer = await send(4);
    expect([answer.status, answer.body]).toMatchObject([422, { error: { code: 'idempotency_mismatch' } }]);
  });
});
