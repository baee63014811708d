import { describe, expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getFlexPay } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, fieldCodes, keepKeyOfAnotherBody } from '#tests/support/lending/lending-app.ts';
import { aClientOn, aToppableClient, type ClientWithLoan, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan, closeThrough, pay, stored } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

describe('200', () => {
  const activate = ({ headers }: ClientWithLoan, more: Record<string, string> = {}) =>
    callEndpoint(loans, activateFlexPay, { headers: { ...headers, ...more }, body: { acceptTerms: true } });

  const active = async ({ headers }: ClientWithLoan) =>
    acceptedBody(await callEndpoint(loans, getActiveLoan, { headers })).loan;

  const into = { kind: 'arrangement' } as const;

  test('EX1 sixteen days late goes on flex pay, and nothing more is added', { tags: 'promise-flex-pay' }, async () => {
    const client = await aClientOn(loans, '2026-03-02');
    const { flexId, loan } = acceptedBody(await activate(client));
    expect(loan).toMatchObject({
      status: 'FLEX',
      totalOutstanding: 596.3,
      totalDue: 99.39,
      nextPaymentDate: '2026-04-01',
      maturityDate: '2026-08-29',
      flex: { flexId, status: 'ACTIVE', since: '2026-03-02', balance: 596.3, minMonthly: 99.39, endedOn: null },
    });
    await closeThrough(loans, '2026-03-31');
    expect(await active(client)).toMatchObject({ status: 'FLEX', totalOutstanding: 596.3 });
    const row = await loans.db.kysely.selectFrom('arrangement').selectAll().where('id', '=', flexId).executeTakeFirst();
    expect(row).toMatchObject({ kind: 'flex', payment_channel: null, challenge_id: expect.any(String) });
  });

  test('whoever pays the rest is done', async () => {
    const client = await aClientOn(loans, '2026-03-02');
    await activate(client);
    await closeThrough(loans, '2026-03-15');
    await pay(loans, client.loan.id, 596.3, { use: into });
    expect((await stored(loans, client.loan.id)).loan.status).toBe('PAID');
  });

  test('45 days without the minimum and the loan is late again', { tags: 'promise-flex-pay' }, async () => {
    const client = await aClientOn(loans, '2026-03-02');
    await activate(client);
    await closeThrough(loans, '2026-04-15');
    expect(await active(client)).toMatchObject({ status: 'FLEX', flex: { status: 'AT_RISK' } });
    await closeThrough(loans, '2026-04-16');
    expect(await active(client)).toMatchObject({ flex: { status: 'ENDED', endedOn: '2026-04-16', paidSoFar: 0 } });
    expect(['PAST_DUE', 'DEFAULTED']).toContain((await active(client))?.status);
  });

  describe('activating again', () => {
    test('with the key or without finds the flex pay there is', async () => {
      const client = await aClientOn(loans, '2026-03-02');
      const key = { 'Idempotency-Key': 'flex-key-0001' };
      const answers = [await activate(client, key), await activate(client, key), await activate(client)];
      expect(new Set(answers.map((answer) => acceptedBody(answer).flexId)).size).toBe(1);
      expect(answers[1]?.headers.get('idempotency-replayed')).toBe('true');
      const { facts } = (await stored(loans, client.loan.id)).loan;
      expect(facts.filter(({ kind }) => kind === 'flex')).toHaveLength(1);
    });
  });
});

describe('400', () => {
  test.each([
    [{ acceptTerms: false }, 'acceptTerms.not_allowed'],
    [{}, 'acceptTerms.required'],
  ])('%j activates nothing', async (body, code) => {
    const { headers } = await aClientOn(loans, '2026-03-02');
    const answer = await callEndpoint(loans, activateFlexPay, { headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
  });
});

describe('409', () => {
  const refused = [409, { error: { code: 'not_eligible' } }];

  const ask = async (headers: Readonly<Record<string, string>>) => {
    const { status, body } = await callEndpoint(loans, activateFlexPay, { headers, body: { acceptTerms: true } });
    return [status, body];
  };

  test('a client without a loan, or before payout, is refused', async () => {
    const [without, signed] = [
      await aBorrower(loans, { stepUp: 'everything' }),
      await aBorrower(loans, { stepUp: 'everything' }),
    ];
    await anOriginatedLoan(loans, undefined, signed.personId);
    for (const { headers } of [without, signed]) expect(await ask(headers)).toMatchObject(refused);
  });

  test.each([
    ['in order', '2026-02-10'],
    ['hardly late', '2026-02-24'],
  ])('a client %s is refused', async (_, date) => {
    const { headers } = await aClientOn(loans, date);
    expect(await ask(headers)).toMatchObject(refused);
  });

  test('a client on it since yesterday is refused', async () => {
    const { headers } = await aClientOn(loans, '2026-03-02');
    expect(await ask(headers)).toMatchObject([200, {}]);
    loans.clock.moveTo('2026-03-03');
    expect(await ask(headers)).toMatchObject(refused);
  });

  test('who gets no flex pay keeps the top-up that waits for a signature', async () => {
    const { headers, loan } = await aToppableClient(loans);
    expect((await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } })).status).toBe(201);
    expect(await ask(headers)).toMatchObject(refused);
    expect((await stored(loans, loan.id)).loan.topUp?.status).toBe('ORIGINATED');
  });

  describe('with the terms that were shown', () => {
    const activate = (headers: Readonly<Record<string, string>>, offerId: string | null) =>
      callEndpoint(loans, activateFlexPay, { headers, body: { acceptTerms: true, offerId: String(offerId) } });
    const shown = async (headers: Readonly<Record<string, string>>) =>
      acceptedBody(await callEndpoint(loans, getFlexPay, { headers }));
    const changed = (balance: number) => [409, { error: { code: 'balance_changed', current: { balance } } }];

    test.each([
      ['a night later', async () => loans.clock.moveTo('2026-03-03'), 597.78],
      ['after a payment', async (id: string) => pay(loans, id, 100), 496.3],
    ])(
      'those that differ %s are not agreed to: the new ones come back, and can be agreed to',
      async (_, happens, balance) => {
        const { headers, loan } = await aClientOn(loans, '2026-03-02');
        const { offerId } = await shown(headers);
        await happens(loan.id);
        const answer = await activate(headers, offerId);
        expect([answer.status, answer.body]).toMatchObject(changed(balance));
        expect((await stored(loans, loan.id)).loan.status).not.toBe('FLEX');
        const { current } = (answer.body as { error: { current: { offerId: string } } }).error;
        expect(current).toEqual(await shown(headers));
        expect(acceptedBody(await activate(headers, current.offerId)).loan).toMatchObject({ flex: { balance } });
      },
    );

    test('other parameters are other terms, though the balance is the same', async () => {
      const { headers } = await aClientOn(loans, '2026-03-02');
      const { offerId } = await shown(headers);
      const value = { ...(SEED_POLICIES.flex as object), minPaymentCents: 3000 };
      await changeParameter(loans.db, { kind: 'policy', key: 'flex', from: '2026-02-01', value });
      const answer = await activate(headers, offerId);
      expect([answer.status, answer.body]).toMatchObject(changed(596.3));
    });
  });
});

describe('422', () => {
  test('a key remembered with another body activates nothing', async () => {
    const client = await aClientOn(loans, '2026-03-02');
    const key = await keepKeyOfAnotherBody(loans, client, 'POST /api/v1/loan/flex-pay/activate');
    const headers = { ...client.headers, 'Idempotency-Key': key };
    const answer = await callEndpoint(loans, activateFlexPay, { headers, body: { acceptTerms: true } });
    expect([answer.status, answer.body]).toMatchObject([422, { error: { code: 'idempotency_mismatch' } }]);
  });
});
