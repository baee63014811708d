import { randomUUID } from 'node:crypto';
import { test as base, describe, expect } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { getFlexPay } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { getPaymentOptions } from '#api/endpoints/payments/get-payment-options.ts';
import { makePayment } from '#api/endpoints/payments/make-payment.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { authoriseCard } from '#server/lending/payments/authorise-card.ts';
import { queryPayments } from '#server/lending/payments/payment-janitor.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { aDebtorOn, anExtensionToPay, aQuote, askToExtend } from '#tests/support/arrangements/extensions.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS, termsOf } from '#tests/support/loan/loans.ts';
import { LONG } from '#tests/support/loan/products.ts';
import { aLoan, closeThrough, pay, stored } from '#tests/support/loans/loan-service.ts';
import {
  aCode,
  aDebtor,
  askToPay,
  createPayments,
  type Debtor,
  lookAt,
  loseAnswer,
  payCode,
  startPayment,
  tokenFrom,
  withPayments,
} from '#tests/support/payments/payments.ts';
import { aBorrower, proveAgain } from '#tests/support/people/borrower.ts';

const payments = withPayments();
const test = base.extend('debtor', () => aDebtor(payments));

describe('201', () => {
  test('by card the client gets the form of the provider, and nothing else', async ({ debtor }) => {
    const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', amount: 509.44, method: 'NIUBIZ' });
    expect(payment).toMatchObject({
      status: 'PENDING_CUSTOMER',
      amount: 509.44,
      canCancel: true,
      canSendVoucher: false,
    });
    expect(payment.action).toMatchObject({
      type: 'CARD_FORM',
      amount: '509.44',
      expirationMinutes: 20,
      purchaseNumber: expect.stringMatching(/^[1-9]\d{11}$/),
      actionUrl: expect.stringMatching(/\/api\/v1\/online-payment\/[\w-]{43}$/),
      timeoutUrl: expect.stringContaining(`/online-payment/completed/?p=${payment.id}`),
    });
  });

  test.each(['PAGOEFECTIVO', 'YAPE', 'BCP_AGENTE', 'VIABCP'])('by %s the client gets a code', async (method) => {
    const payment = await startPayment(payments, await aDebtor(payments), { purpose: 'PAYOFF', method });
    expect(payment).toMatchObject({
      status: 'PENDING_CUSTOMER',
      expiresAt: '2026-01-17T17:00:00.000Z',
      action: { type: 'CODE', code: expect.stringMatching(/^\d+$/), codeUrl: expect.stringContaining('/cips/') },
    });
  });

  test('by hand the client gets our accounts and a reference of their own, without any provider', {
    tags: 'promise-ways-to-pay-and-our-accounts',
  }, async ({ debtor }) => {
    payments.world.isDown = true;
    const [one, other] = [
      await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' }),
      await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 50, method: 'MANUAL' }),
    ];
    expect(one).toMatchObject({ status: 'PENDING_CUSTOMER', canSendVoucher: true, action: { type: 'TRANSFER' } });
    if (one.action?.type !== 'TRANSFER' || other.action?.type !== 'TRANSFER') throw new Error('no transfer');
    expect(one.action.accounts.map(({ bank }) => bank)).toEqual(['BCP', 'Interbank', 'BBVA', 'Scotiabank']);
    expect(one.action.reference).not.toBe(other.action.reference);
  });

  test('the same key is the same payment, and its repetition says so', async ({ debtor }) => {
    const key = randomUUID();
    const first = await askToPay(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' }, key);
    const again = await askToPay(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' }, key);
    expect(acceptedBody(again).id).toBe(acceptedBody(first).id);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  test('without a key the same wish is the same payment while it waits, and another wish another', async ({
    debtor,
  }) => {
    const ask = async (request: object) => {
      const body = { loanNumber: debtor.number, method: 'MANUAL', ...request };
      return acceptedBody(await callEndpoint(payments, makePayment, { headers: debtor.headers, body })).id;
    };
    const first = await ask({ purpose: 'PARTIAL', amount: 50 });
    expect(await ask({ purpose: 'PARTIAL', amount: 50 })).toBe(first);
    expect(await ask({ purpose: 'PARTIAL', amount: 60 })).not.toBe(first);
    payments.clock.pass({ hours: 73 });
    expect(await ask({ purpose: 'PARTIAL', amount: 50 })).not.toBe(first);
  });

  test('a provider that is away leaves nothing behind but the wish: the same key goes on where it stopped', async ({
    debtor,
  }) => {
    const key = randomUUID();
    payments.world.isDown = true;
    const down = await askToPay(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' }, key);
    expect(down).toMatchObject({ status: 503, body: { error: { code: 'method_unavailable' } } });
    expect(down.headers.get('retry-after')).toBe('10');
    payments.world.isDown = false;
    const up = acceptedBody(await askToPay(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' }, key));
    expect(up).toMatchObject({ status: 'PENDING_CUSTOMER', action: { type: 'CARD_FORM' } });
  });

  test('an instalment is paid as it stands; a prepayment goes the way that was chosen', async () => {
    const debtor = await aDebtor(payments, EX2_TERMS);
    expect(await startPayment(payments, debtor, { purpose: 'INSTALLMENT', method: 'MANUAL' })).toMatchObject({
      amount: 635.63,
      mode: null,
    });
    const request = { purpose: 'PREPAY', amount: 800, mode: 'REDUCE_TERM', method: 'MANUAL' };
    expect(await startPayment(payments, debtor, request)).toMatchObject({ amount: 800, mode: 'REDUCE_TERM' });
  });
});

describe('400', () => {
  test.each([
    [{ purpose: 'PARTIAL', method: 'MANUAL' }, ['amount.required']],
    [{ purpose: 'PARTIAL', method: 'MANUAL', amount: 0.5 }, ['amount.out_of_range']],
    [{ purpose: 'PARTIAL', method: 'MANUAL', amount: 509.44 }, ['amount.out_of_range']],
    [{ purpose: 'PARTIAL', method: 'MANUAL', amount: 'much' }, ['amount.invalid']],
    [{ purpose: 'PAYOFF', method: 'CASH' }, ['method.not_allowed']],
    [{ purpose: 'EVERYTHING', method: 'MANUAL' }, ['purpose.not_allowed']],
    [{ purpose: 'PAYOFF', method: 'MANUAL', mode: 'ADVANCE' }, ['mode.not_allowed']],
    [{ purpose: 'PAYOFF', method: 'MANUAL', settles: true }, ['settles.not_allowed']],
    [{ purpose: 'EXTENSION', method: 'MANUAL' }, ['quoteId.required']],
    [{ purpose: 'EXTENSION', method: 'MANUAL', quoteId: '019bc215-3d00-7000-8000-000000000001' }, ['quoteId.unknown']],
    [{ purpose: 'PAYOFF', method: 'MANUAL', quoteId: '019bc215-3d00-7000-8000-000000000001' }, ['quoteId.not_allowed']],
  ])('%j is refused', async (request, codes) => {
    const answer = await askToPay(payments, await aDebtor(payments), request);
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  });

  test('more than a card takes at once is refused before the form is opened', { tags: 'asvs-2.3.2' }, async () => {
    const debtor = await aDebtor(payments, termsOf(LONG, 6000, 12));
    const answer = await askToPay(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
    expect(fieldCodes(answer)).toEqual(['method.out_of_range']);
    expect(payments.world.requests).toEqual([]);
  });

  test('what is not a key is refused', async () => {
    const answer = await askToPay(payments, await aDebtor(payments), { purpose: 'PAYOFF', method: 'MANUAL' }, 'x');
    expect(fieldCodes(answer)).toEqual(['Idempotency-Key.invalid']);
  });

  test('what is not a loan number is a field error, not a missing loan', async () => {
    const { headers } = await aDebtor(payments);
    const body = { loanNumber: '12', purpose: 'PAYOFF', method: 'MANUAL' };
    expect(fieldCodes(await callEndpoint(payments, makePayment, { headers, body }))).toEqual(['loanNumber.invalid']);
  });
});

describe('404', () => {
  test('another client’s loan is as little there as one that does not exist', async () => {
    const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
    const request = { purpose: 'PAYOFF', method: 'MANUAL' };
    const theirs = await askToPay(payments, one, { ...request, loanNumber: other.number });
    const absent = await askToPay(payments, one, { ...request, loanNumber: 'P-2026-9999999' });
    expect(theirs.status).toBe(404);
    expect(theirs.body).toEqual(absent.body);
  });
});

describe('409', () => {
  const refusal = (code: string) => ({ kind: 'refused', status: 409, body: { error: { code } } });

  test('another amount than the screen shows is noticed: yesterday’s payoff is not today’s', {
    tags: 'asvs-2.1.2',
  }, async ({ debtor }) => {
    payments.clock.moveTo('2026-01-16');
    const request = { purpose: 'PAYOFF', amount: 509.44, method: 'MANUAL' };
    expect(await askToPay(payments, debtor, request)).toMatchObject(refusal('amount_changed'));
    expect(await askToPay(payments, debtor, { ...request, amount: 511.52 })).toMatchObject({ status: 201 });
  });

  test('a settlement is another sum once more has come in: what was shown is not taken for an ordinary payment', async () => {
    const value = { ...(SEED_POLICIES.flex as object), settlementDiscountPercent: 50 };
    await changeParameter(payments.db, { kind: 'policy', key: 'flex', from: '2026-02-01', value });
    const debtor = await aDebtor(payments);
    await closeThrough(payments.loans, '2026-03-02');
    await proveAgain(payments, debtor, ['activate-flex']);
    const { headers } = debtor;
    acceptedBody(await callEndpoint(payments, activateFlexPay, { headers, body: { acceptTerms: true } }));
    const request = { purpose: 'FLEX', amount: 548.15, method: 'MANUAL', settles: true };
    await pay(payments.loans, debtor.loan.id, 40, { use: { kind: 'arrangement' } });
    expect(await askToPay(payments, debtor, request)).toMatchObject(refusal('amount_changed'));
    const { settlement } = acceptedBody(await callEndpoint(payments, getFlexPay, { headers }));
    expect(settlement?.amount).toBeLessThan(548.15);
    const ends = await askToPay(payments, debtor, { ...request, amount: settlement?.amount });
    expect(ends).toMatchObject({ status: 201, body: { amount: settlement?.amount } });
    // Who does not say that it is one pays what they like, as before.
    const part = { purpose: 'FLEX', amount: 548.15, method: 'MANUAL' };
    expect(await askToPay(payments, debtor, part)).toMatchObject({ status: 201 });
  });

  test('nothing is taken for a loan that is paid', { tags: 'asvs-2.1.2' }, async ({ debtor }) => {
    await pay(payments.loans, debtor.loan.id, 509.44);
    const request = { purpose: 'PAYOFF', method: 'MANUAL' };
    expect(await askToPay(payments, debtor, request)).toMatchObject(refusal('loan_closed'));
  });

  test('an instalment of a single payment cannot be paid: there is none', async () => {
    const request = { purpose: 'INSTALLMENT', method: 'MANUAL' };
    const answer = await askToPay(payments, await aDebtor(payments), request);
    expect(answer).toMatchObject(refusal('purpose_not_available'));
  });

  test('while the bank has not said how a payment ended, no other is started', async ({ debtor }) => {
    await loseAnswer(payments, debtor, { purpose: 'PARTIAL', amount: 50 });
    const request = { purpose: 'PAYOFF', method: 'MANUAL' };
    expect(await askToPay(payments, debtor, request)).toMatchObject(refusal('payment_in_progress'));
  });

  describe('beside a card payment whose outcome is not known', () => {
    /**
     * Its process was killed before the bank's answer came, and the bank is first queried after a minute and a half.
     */
    async function dead(request: object) {
      const debtor = await aDebtor(payments);
      const payment = await startPayment(payments, debtor, { method: 'NIUBIZ', ...request });
      if (payment.action?.type !== 'CARD_FORM') throw new Error('no card form');
      const { gateways } = payments.context;
      const authorise = () => Promise.reject(new Error('the process is gone'));
      const card = { ...gateways.card, authorise } as typeof gateways.card;
      const context = { ...payments.context, gateways: { ...gateways, card } };
      const key = payment.action.actionUrl.split('/').at(-1) ?? '';
      const token = await tokenFrom(payments, payment, 'approve');
      await expect(authoriseCard(context, key, token)).rejects.toThrow('the process is gone');
      return { debtor, id: payment.id };
    }

    test('what is safe can be paid at once, by code and by transfer: with it no more than is owed', async () => {
      const { debtor, id } = await dead({ purpose: 'PARTIAL', amount: 50 });
      expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'PROCESSING' });
      const { purposes, methods, inProgress } = acceptedBody(
        await callEndpoint(payments, getPaymentOptions, { params: { number: debtor.number }, headers: debtor.headers }),
      );
      expect(purposes).toEqual([{ code: 'PARTIAL', min: 1, max: 459.44, explanation: 'pays_a_part' }]);
      expect([inProgress, methods.filter(({ available }) => !available)]).toMatchObject([
        id,
        [{ code: 'NIUBIZ', why: 'payment_in_progress' }],
      ]);
      const rest = { purpose: 'PARTIAL', amount: 459.44 };
      expect(await askToPay(payments, debtor, { ...rest, method: 'MANUAL' })).toMatchObject({ status: 201 });
      const { code } = await aCode(payments, debtor, rest);
      await payCode(payments, code, {});
      await readWebhooks(payments.context);
      payments.clock.pass({ minutes: 5 });
      await queryPayments(payments.context);
      expect((await stored(payments.loans, debtor.loan.id)).loan.facts).toHaveLength(1);
    });

    test('what could be paid twice, and every card, has to wait, and the client is told how long', async () => {
      const { debtor } = await dead({ purpose: 'PARTIAL', amount: 50 });
      payments.clock.pass({ seconds: 30 });
      for (const request of [
        { purpose: 'PARTIAL', amount: 459.45, method: 'MANUAL' },
        { purpose: 'PAYOFF', method: 'PAGOEFECTIVO' },
        { purpose: 'PARTIAL', amount: 10, method: 'NIUBIZ' },
      ]) {
        const answer = await askToPay(payments, debtor, request);
        expect(answer).toMatchObject(refusal('payment_in_progress'));
        expect(answer.headers.get('retry-after')).toBe('60');
      }
    });
  });

  test('a provider that needs to reach the client is not asked when nobody knows their e-mail', async () => {
    const borrower = await aBorrower(payments, { email: undefined as never });
    const { loan } = await aLoan(payments.loans, undefined, borrower.personId);
    const answer = await askToPay(
      payments,
      { ...borrower, number: loan.number },
      { purpose: 'PAYOFF', method: 'PAGOEFECTIVO' },
    );
    expect(answer).toMatchObject(refusal('contact_data_missing'));
    expect(payments.world.requests).toEqual([]);
  });
});

describe('410', () => {
  test('an extension is paid by its quote, until the day of the quote is over', async () => {
    const debtor = await aDebtorOn(payments, '2026-02-14');
    const { quoteId } = await aQuote(payments, debtor);
    await askToExtend(payments, debtor, { quoteId });
    const request = { purpose: 'EXTENSION', method: 'PAGOEFECTIVO', quoteId };
    expect(await askToPay(payments, debtor, { ...request, amount: 26.21 })).toMatchObject({
      status: 409,
      body: { error: { code: 'amount_changed' } },
    });
    expect(await askToPay(payments, debtor, { ...request, amount: 26.22 })).toMatchObject({
      status: 201,
      body: { purpose: 'EXTENSION', amount: 26.22 },
    });
    await closeThrough(payments.loans, '2026-02-15');
    expect(await askToPay(payments, debtor, request)).toMatchObject({
      status: 410,
      body: { error: { code: 'quote_expired' } },
    });
  });

  test('a quote of another client’s loan does not count', async () => {
    const [one, other] = [await aDebtorOn(payments, '2026-02-14'), await aDebtorOn(payments, '2026-02-14')];
    const { quoteId } = await aQuote(payments, other);
    await anExtensionToPay(payments, other);
    const answer = await askToPay(payments, one, { purpose: 'EXTENSION', method: 'MANUAL', quoteId });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { fieldErrors: [{ field: 'quoteId', code: 'unknown' }] } },
    });
  });
});

describe('422', () => {
  test('a key is used for one wish only', async ({ debtor }) => {
    const key = randomUUID();
    await askToPay(payments, debtor, { purpose: 'PARTIAL', amount: 50, method: 'MANUAL' }, key);
    const other = await askToPay(payments, debtor, { purpose: 'PARTIAL', amount: 60, method: 'MANUAL' }, key);
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'idempotency_mismatch' } } });
  });

  test('two people may use the same key', async () => {
    const key = randomUUID();
    const request = { purpose: 'PAYOFF', method: 'MANUAL' };
    const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
    expect((await askToPay(payments, one, request, key)).status).toBe(201);
    expect((await askToPay(payments, other, request, key)).status).toBe(201);
  });
});

describe('429', () => {
  const request = (amount: number) => ({ purpose: 'PARTIAL', amount, method: 'MANUAL' }) as const;

  /** Sixty payments by transfer, each of another amount; the key of the first. */
  async function startSixty(debtor: Debtor): Promise<string> {
    const first = randomUUID();
    for (let k = 0; k < 60; k += 1) {
      const key = k === 0 ? first : randomUUID();
      expect((await askToPay(payments, debtor, request(50 + k), key)).kind).toBe('accepted');
    }
    return first;
  }

  test('one client starts sixty payments at once, and not one more before half a minute has passed; another client is not held up', {
    tags: 'asvs-2.3.2',
  }, async ({ debtor }) => {
    await startSixty(debtor);
    const refused = await askToPay(payments, debtor, request(150), randomUUID());
    if (refused.kind !== 'refused') throw new Error('it was not refused');
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true]);
    expect((await askToPay(payments, await aDebtor(payments), request(50), randomUUID())).kind).toBe('accepted');
    payments.clock.pass({ seconds: 30 });
    expect((await askToPay(payments, debtor, request(150), randomUUID())).kind).toBe('accepted');
  });

  test('a repeated request gets the answer of its payment, by its key or by its content, however many there were', async ({
    debtor,
  }) => {
    const key = await startSixty(debtor);
    const { id } = acceptedBody(await askToPay(payments, debtor, request(50), key));
    for (let k = 0; k < 30; k += 1) {
      expect(acceptedBody(await askToPay(payments, debtor, request(50), key)).id).toBe(id);
    }
    expect(acceptedBody(await askToPay(payments, debtor, request(50), randomUUID())).id).toBe(id);
  });

  test('a wish that is refused starts nothing, and counts as nothing', async ({ debtor }) => {
    for (let k = 0; k < 65; k += 1) {
      expect(await askToPay(payments, debtor, request(5_000), randomUUID())).toMatchObject({ status: 400 });
    }
    expect((await askToPay(payments, debtor, request(50), randomUUID())).kind).toBe('accepted');
  });

  test('two copies of the service count the payments of a client together', async ({ debtor }) => {
    const other = createPayments(payments.db);
    const kinds = [];
    for (let k = 0; k < 62; k += 1) {
      kinds.push((await askToPay(k % 2 === 0 ? payments : other, debtor, request(50 + k), randomUUID())).status);
    }
    expect(kinds).toEqual([...Array(60).fill(201), 429, 429]);
  });
});
