import { describe, expect, test } from 'vitest';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getTopUp } from '#api/endpoints/arrangements/get-top-up.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import type { TopUpBody } from '#api/top-up-body.ts';
import { calendarDate } from '#loan/calendar.ts';
import { lineOf } from '#loan/obligation.ts';
import { standingOn } from '#loan/standing.ts';
import { createRateLimiter } from '#server/kit/rate-limit.ts';
import { SANDBOX_PROVIDER } from '#server/lending/config.ts';
import { listDocuments } from '#server/lending/documents/document-store.ts';
import { issueDocuments } from '#server/lending/loan-documents/issue-documents.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { changeParameter, setTheCap } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, fieldCodes, keepKeyOfAnotherBody } from '#tests/support/lending/lending-app.ts';
import { everyDay } from '#tests/support/loan/loans.ts';
import {
  aClientOn,
  aToppableClient,
  type ClientWithLoan,
  trusted,
  withClientLoans,
} from '#tests/support/loans/client-loans.ts';
import { closeThrough, pay, stored } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

describe('200', () => {
  const show = async (headers: Record<string, string>) =>
    acceptedBody(await callEndpoint(loans, getTopUp, { headers }));

  const sign = ({ headers }: ClientWithLoan, more: Record<string, string> = {}) =>
    callEndpoint(loans, signTopUp, { headers: { ...headers, ...more }, body: { acceptTerms: true } });

  async function aClientWhoAsked() {
    const client = await aToppableClient(loans);
    await callEndpoint(loans, requestTopUp, { headers: client.headers, body: { principal: 200 } });
    return client;
  }

  test('S/ 200 on day 10 of EX1: signed, paid out, and 787,69 paid back on the due date', {
    tags: 'promise-top-ups',
  }, async () => {
    const client = await aClientWhoAsked();
    expect(acceptedBody(await sign(client))).toMatchObject({
      topUp: { status: 'DISBURSING', offer: { topUpTotal: 214.66, loanTotalAfter: 787.69 } },
      nextScreen: { name: 'application-topup-completed' },
    });
    await dispatchDisbursements(loans.context);
    const { loan } = acceptedBody(await callEndpoint(loans, getActiveLoan, { headers: client.headers }));
    expect(loan).toMatchObject({
      status: 'PERFORMING',
      principalOutstanding: 700,
      totalOutstanding: 787.69,
      topUpStatus: null,
      schedule: [{ total: 573.03 }, { principal: 200, interest: 8.42, fees: 4, vat: 2.24, total: 214.66 }],
    });
    await closeThrough(loans, '2026-02-14');
    await pay(loans, client.loan.id, 787.69);
    expect((await stored(loans, client.loan.id)).loan.status).toBe('PAID');
  });

  test('the money goes to the account the loan went to, once, and the proof is kept', async () => {
    const client = await aClientWhoAsked();
    await sign(client);
    await dispatchDisbursements(loans.context);
    await dispatchDisbursements(loans.context);
    const [first, second, ...more] = await readOrders(loans.db.kysely, client.loan.id);
    expect(more).toEqual([]);
    const [paid, again] = [first, second].map((order) => loans.bank.paidOut.get(order?.id ?? ''));
    expect(again).toMatchObject({ amountCents: 20_000, cci: paid?.cci, holder: paid?.holder });
    const rows = await loans.db.kysely.selectFrom('top_up').selectAll().where('loan_id', '=', client.loan.id).execute();
    expect(rows).toMatchObject([{ status: 'SIGNED', order_id: second?.id }]);
    expect(rows[0]?.challenge_id).not.toBeNull();
  });

  test('from the signature on the principal is on its way in the books, and only once', async () => {
    const client = await aClientWhoAsked();
    await sign(client);
    const inFlight = async () =>
      (await readBalances(loans.db.kysely, { loanId: client.loan.id }))['disbursement-clearing'];
    expect(await inFlight()).toBe(-20_000);
    loans.bank.mode = 'down';
    await dispatchDisbursements(loans.context);
    expect(await inFlight()).toBe(-20_000);
  });

  test('a bank that refuses the account leaves the loan as it was', async () => {
    const client = await aClientWhoAsked();
    await sign(client);
    loans.bank.mode = 'rejects';
    await dispatchDisbursements(loans.context);
    expect(acceptedBody(await callEndpoint(loans, getActiveLoan, { headers: client.headers }))).toMatchObject({
      topUpAvailable: true,
      loan: { principalOutstanding: 500, totalOutstanding: 573.03, topUpStatus: null, principalDisbursing: 0 },
    });
  });

  describe('signing again', () => {
    test('with the key or without finds it signed', async () => {
      const client = await aClientWhoAsked();
      const key = { 'Idempotency-Key': 'sign-key-0001' };
      const answers = [await sign(client, key), await sign(client, key), await sign(client)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await readOrders(loans.db.kysely, client.loan.id)).toHaveLength(2);
    });

    test('ten times at once sends the money once', async () => {
      const client = await aClientWhoAsked();
      const answers = await Promise.all(Array.from({ length: 10 }, () => sign(client)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await readOrders(loans.db.kysely, client.loan.id)).toHaveLength(2);
    });
  });

  test('what is charged is what was signed, also when the fees changed after it was asked for', async () => {
    const client = await aClientWhoAsked();
    const value = { minDaysElapsed: 5, minDaysToDueDate: 5, stepCents: 5000, adminFeeCents: 900 };
    await changeParameter(loans.db, { kind: 'policy', key: 'top-up', from: '2026-01-25', value });
    const { topUp } = acceptedBody(await sign(client));
    expect(topUp.offer.fees.adminFee).toEqual({ net: 9 });
    await dispatchDisbursements(loans.context);
    const { loan } = acceptedBody(await callEndpoint(loans, getActiveLoan, { headers: client.headers }));
    expect(loan?.schedule[1]).toMatchObject({ fees: 9, total: topUp.offer.topUpTotal });
  });

  test('a top-up has the price and the cap of its own day, and the loan keeps those of its contract', async () => {
    const client = await aClientWhoAsked();
    await changeParameter(loans.db, {
      kind: 'price',
      key: '1',
      from: '2026-01-25',
      value: { teaPercent: '60.00', fees: [] },
    });
    await setTheCap(loans.db, '2026-01-25', '61.00');
    // R(200 · (1,6^(20/360) − 1)) = 5,29; IGV of 5,29 and of 4,00.
    const signed = acceptedBody(await sign(client)).topUp;
    expect(signed.offer).toMatchObject({
      fees: { interestFee: { net: 5.29 }, adminFee: { net: 4 } },
      topUpTotal: 210.96,
    });
    await dispatchDisbursements(loans.context);
    const active = async () =>
      acceptedBody(await callEndpoint(loans, getActiveLoan, { headers: client.headers })).loan?.schedule;
    expect(await active()).toMatchObject([
      { principal: 500, interest: 31.89, total: 573.03 },
      { principal: 200, interest: 5.29, total: 210.96 },
    ]);
    // Ten days late: R(500 · i(110 %)) = 10,41 for the loan, R(200 · i(60 %)) = 2,63 for the top-up.
    await closeThrough(loans, '2026-02-24');
    const { loan } = await stored(loans, client.loan.id);
    const { groups } = standingOn(loan, { date: calendarDate('2026-02-24'), calendar: everyDay });
    expect(groups.map((group) => lineOf(group, 'lateInterest').netCents)).toEqual([1041, 263]);
  });

  test('the addendum that was shown is what is kept, byte for byte, with the proof that the client signed it', async () => {
    const client = await aClientWhoAsked();
    const { headers, personId } = client;
    const english = { ...headers, 'accept-language': 'en' };
    const [shown, again] = [await show(english), await show(english)];
    expect(again).toEqual(shown);
    expect(JSON.stringify(shown.documents[0]?.words).replaceAll('\u00a0', ' ')).toContain('S/ 214,66');
    expect(shown.acceptance?.replaceAll('\u00a0', ' ')).toContain('I take S/ 200,00 more and pay back S/ 214,66');
    const body = { acceptTerms: true, documents: shown.documents.map(({ sha256 }) => ({ sha256 })) };
    acceptedBody(await callEndpoint(loans, signTopUp, { headers: english, body }));
    await dispatchDisbursements(loans.context);
    const { context, db, vault, clock } = loans;
    const anyone = {
      limiter: createRateLimiter(clock.now),
      trustedProxies: 0,
      publicLimit: { perMinute: 1, burst: 1 },
    };
    await issueDocuments({
      ...context,
      ...anyone,
      vault,
      provider: SANDBOX_PROVIDER,
      siteUrl: 'https://manay.example',
    });
    const kept = (await listDocuments(db.kysely, personId)).documents.filter(({ type }) => type === 'TOPUP_ADDENDUM');
    expect(kept.map(({ sha256 }) => sha256)).toEqual(shown.documents.map(({ sha256 }) => sha256));
    const proof = await db.kysely
      .selectFrom('signature')
      .selectAll()
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow();
    const place = { table: 'signature', column: 'evidence_sealed', id: proof.id };
    expect(JSON.parse(vault.open(proof.evidence_sealed, place))).toMatchObject({
      documents: [{ sha256: shown.documents[0]?.sha256 }],
      acceptances: [shown.acceptance],
    });
  });

  test('an addendum that was not shown is not signed', async () => {
    const client = await aClientWhoAsked();
    const { headers } = client;
    for (const documents of [[], [{ sha256: 'f'.repeat(64) }]]) {
      const answer = await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true, documents } });
      expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'document_changed' } }]);
    }
    expect(await readOrders(loans.db.kysely, client.loan.id)).toHaveLength(1);
  });
});

describe('400', () => {
  test.each([
    [{ acceptTerms: false }, 'acceptTerms.not_allowed'],
    [{ acceptTerms: 'yes' }, 'acceptTerms.not_allowed'],
    [{}, 'acceptTerms.required'],
  ])('%j signs nothing', async (body, code) => {
    const { headers } = await aToppableClient(loans);
    const answer = await callEndpoint(loans, signTopUp, { headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
  });
});

describe('409', () => {
  async function isRefused(headers: Record<string, string>, code = 'not_available') {
    const answer = await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } });
    expect([answer.status, answer.body]).toMatchObject([409, { error: { code } }]);
  }

  test('nobody can sign what was not asked for', async () => {
    await isRefused((await aBorrower(loans, { stepUp: 'everything' })).headers);
    await isRefused((await aToppableClient(loans)).headers);
  });

  test.each([
    ['below its price', '90.00', 'rate_cap_changed'],
    ['that is not loaded', undefined, 'parameter_missing'],
  ])('what was asked for before a cap %s is not signed, and no money is ordered', async (_, percent, code) => {
    const client = await aToppableClient(loans);
    const { headers } = client;
    await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } });
    await setTheCap(loans.db, '2026-01-25', percent);
    expect(acceptedBody(await callEndpoint(loans, getTopUp, { headers }))).toMatchObject({
      topUp: { status: 'ORIGINATED', offer: { topUpTotal: 214.66 } },
    });
    await isRefused(headers, code);
    expect(await readOrders(loans.db.kysely, client.loan.id)).toHaveLength(1);
  });

  test('a loan that was paid off meanwhile takes no top-up any more', async () => {
    const client = await aToppableClient(loans);
    await callEndpoint(loans, requestTopUp, { headers: client.headers, body: { principal: 200 } });
    await pay(loans, client.loan.id, 573.03);
    await isRefused(client.headers);
  });

  test('what was asked for on the last possible day cannot be signed the day after', async () => {
    const client = await aClientOn(loans, '2026-02-09');
    await trusted(loans, client.personId);
    const asked = await callEndpoint(loans, requestTopUp, { headers: client.headers, body: { principal: 200 } });
    expect(asked.status).toBe(201);
    loans.clock.moveTo('2026-02-10');
    loans.clock.pass({ hours: -1 });
    await isRefused(client.headers);
  });

  test.each([
    [
      'a night later',
      async () => {
        loans.clock.moveTo('2026-01-26');
        loans.clock.pass({ hours: -1 });
      },
    ],
    ['after a payment', async (id: string) => pay(loans, id, 100)],
  ])(
    'what it costs %s is not what was shown: it is not signed, the new figures come back, and can be signed',
    async (_, happens) => {
      const { headers, loan } = await aToppableClient(loans);
      const { topUp: shown } = acceptedBody(
        await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } }),
      );
      await happens(loan.id);
      const sign = (offerId: string) =>
        callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true, offerId } });
      const answer = await sign(shown.offer.offerId);
      expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'balance_changed' } }]);
      expect(await readOrders(loans.db.kysely, loan.id)).toHaveLength(1);
      const { current } = (answer.body as { error: { current: TopUpBody } }).error;
      expect(current.offer).not.toEqual(shown.offer);
      expect(acceptedBody(await callEndpoint(loans, getTopUp, { headers })).topUp).toEqual(current);
      const signed = acceptedBody(await sign(current.offer.offerId));
      expect(signed.topUp.offer).toEqual(current.offer);
    },
  );
});

describe('410', () => {
  test.each([
    ['24 hours', () => loans.clock.pass({ hours: 24 })],
    ['two business dates, as the sandbox moves them', () => loans.clock.moveTo('2026-01-27')],
  ])('after %s it is too late to sign, and the way is free for another', async (_, wait) => {
    const { headers } = await aToppableClient(loans);
    await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } });
    wait();
    const answer = await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } });
    expect([answer.status, answer.body]).toMatchObject([410, { error: { code: 'top_up_expired' } }]);
    expect(acceptedBody(await callEndpoint(loans, getActiveLoan, { headers }))).toMatchObject({
      topUpAvailable: true,
      loan: { topUpStatus: null },
    });
  });
});

describe('422', () => {
  test('a key remembered with another body signs nothing', async () => {
    const client = await aToppableClient(loans);
    await callEndpoint(loans, requestTopUp, { headers: client.headers, body: { principal: 200 } });
    const key = await keepKeyOfAnotherBody(loans, client, 'POST /api/v1/loan/top-up/sign');
    const headers = { ...client.headers, 'Idempotency-Key': key };
    const answer = await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } });
    expect([answer.status, answer.body]).toMatchObject([422, { error: { code: 'idempotency_mismatch' } }]);
  });
});
