import { describe, expect, test } from 'vitest';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import { readNotifications } from '#server/lending/clients/notification-store.ts';
import { readOpenLoan } from '#server/lending/loans/store/loan-store.ts';
import { createBusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import { takeAnswer } from '#server/lending/payouts/disburse.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { verifyLedger } from '#server/lending/portfolio/verify-ledger.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import {
  anApplicant,
  aSigner,
  detailsOf,
  EX1_INQUIRY,
  scoringContext,
  stateOf,
} from '#tests/support/applications/applicant.ts';
import { anAskedApplicant, aRefusedAccount, askedOf } from '#tests/support/applications/information.ts';
import { refusedUnchanged, writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';

describe('200', () => {
  const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

  /** A month that carries no instalment: refused; a person looks at what is asked about. */
  const tooPoor = { financial: { monthlyIncome: 300, monthlyExpenses: 0 } };

  test.each(['PERSONAL', 'FINANCIAL', 'DEVICE', 'SCORING', 'INFO_MISSING'] as const)(
    'at %s an application can be given up, and another one begun',
    { tags: 'promise-an-application-on-its-way' },
    async (stage) => {
      const applicant =
        stage === 'INFO_MISSING'
          ? await anAskedApplicant(lending, [{ code: 'income_proof' }])
          : await anApplicant(lending, stage);
      const { headers } = applicant;
      const body = { reason: 'TOO_EXPENSIVE', comment: 'Lo pienso mejor' };
      expect(acceptedBody(await callEndpoint(lending, cancelApplication, { headers, body }))).toMatchObject({
        application: { stage: 'CANCELLED', status: 'CANCELLED' },
        nextScreen: { name: 'application-cancelled' },
        loan: null,
      });
      const { applications, events } = await writtenOf(lending, applicant);
      expect(events.at(-1)).toEqual({
        event: 'cancelled',
        from_stage: stage,
        to_stage: 'CANCELLED',
        actor: 'client',
      });
      expect(applications).toHaveLength(1);
      expect((await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY })).status).toBe(201);
      expect((await writtenOf(lending, applicant)).applications).toHaveLength(2);
    },
  );

  test('who gives up the review of a refusal waits as long for the next application as without it', {
    tags: 'promise-an-application-on-its-way',
  }, async () => {
    const { headers } = await anApplicant(lending, 'REJECTED', tooPoor);
    const comment = 'También cobro un alquiler.';
    const review = acceptedBody(await callEndpoint(lending, requestReview, { headers, body: { comment } }));
    expect(review.application?.stage).toBe('MANUAL_REVIEW');
    const body = { reason: 'OTHER' };
    expect(acceptedBody(await callEndpoint(lending, cancelApplication, { headers, body }))).toMatchObject({
      application: { stage: 'CANCELLED', canReapplyAt: '2026-01-30' },
    });
    expect(await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY })).toMatchObject({
      status: 409,
      body: { error: { code: 'reapply_later' } },
    });
  });

  describe('a loan whose account the bank has refused', () => {
    const cancel = ({ headers }: Borrower) =>
      callEndpoint(lending, cancelApplication, { headers, body: { reason: 'NO_LONGER_NEEDED' } });
    const orderOf = async ({ personId }: Borrower) => {
      const stored = await readOpenLoan(lending.db.kysely, personId);
      const [order] = await readOrders(lending.db.kysely, stored?.id ?? '');
      if (!order) throw new Error('no order');
      return order;
    };
    const problems = async () =>
      (await verifyLedger(lending.db.kysely, createBusinessCalendar(lending.clock.now))).problems;

    test('is given up: it is void, nothing is owed, and another application may follow', async () => {
      const signer = await aRefusedAccount(lending);
      const state = acceptedBody(await cancel(signer));
      expect(state).toMatchObject({
        application: { stage: 'CANCELLED' },
        loan: { status: 'VOIDED' },
        nextScreen: { name: 'application-cancelled' },
      });
      const { events } = await writtenOf(lending, signer);
      expect(events.at(-1)).toMatchObject({ event: 'loan-voided', from_stage: 'ISSUING', actor: 'client' });
      const noted = await readNotifications(lending.db.kysely, signer.personId, { limit: 10 });
      expect(noted.find(({ kind }) => kind === 'disbursement-failed')?.readAt).toBeInstanceOf(Date);
      const { headers } = signer;
      expect((await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY })).status).toBe(201);
      expect(await problems()).toEqual([]);
    });

    test('is not given up any more once another account is named', async () => {
      const signer = await aRefusedAccount(lending);
      const { headers } = signer;
      const [item] = await askedOf(lending, signer);
      const body = { items: [{ itemId: item?.itemId, value: 'bbva 01181400021234567818' }] };
      acceptedBody(await callEndpoint(lending, submitMissingInformation, { headers, body }));
      expect(await cancel(signer)).toMatchObject({ status: 409, body: { error: { code: 'illegal_transition' } } });
      expect((await stateOf(lending, signer)).loan?.status).toBe('DISBURSMENT_FAILED');
    });

    test('and paid by the bank after all, at the same moment or later: one of them wins, and no money is lost', async () => {
      for (const first of ['nobody', 'client'] as const) {
        const signer = await aRefusedAccount(lending);
        const order = await orderOf(signer);
        const late = {
          kind: 'paid',
          providerRef: `late-${order.id}`,
          valueDate: lending.clock.businessDate(),
        } as never;
        const withdrawn = cancel(signer);
        if (first === 'client') await withdrawn;
        await Promise.all([takeAnswer(scoringContext(lending), order, late), withdrawn]);
        const { loan, application } = await stateOf(lending, signer);
        const ended = `${loan?.status} ${application?.stage}`;
        expect(first === 'client' ? ['VOIDED CANCELLED'] : ['PERFORMING DONE', 'VOIDED CANCELLED']).toContain(ended);
        // Money for a loan that is void is a surplus to recover; for one that is not, it is the loan's.
        const tasks = (await listTasks(lending.db.kysely)).filter(({ subject }) => subject === `payout:${order.id}`);
        const kind = loan?.status === 'VOIDED' ? 'payout-not-owed' : 'payout-paid-late';
        expect(tasks.map((task) => task.kind)).toEqual([kind]);
        expect(await problems()).toEqual([]);
      }
    });
  });
});

describe('400', () => {
  const lending = withTestLending();

  test.each([
    [{}, ['reason.required']],
    [{ reason: 'BORED' }, ['reason.unknown']],
    [{ reason: 'OTHER', comment: 'x'.repeat(501) }, ['comment.too_long']],
    [{ reason: 'OTHER', stage: 'DONE' }, ['stage.unknown']],
  ])('%j gives nothing up', async (body, codes) => {
    const applicant = await anApplicant(lending, 'PERSONAL');
    const before = await writtenOf(lending, applicant);
    const answer = await callEndpoint(lending, cancelApplication, { headers: applicant.headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
    expect(await writtenOf(lending, applicant)).toEqual(before);
  });
});

describe('409', () => {
  const lending = withTestLending();

  const cancel = ({ headers }: Borrower) =>
    callEndpoint(lending, cancelApplication, { headers, body: { reason: 'TOO_EXPENSIVE' } });

  const refusal = (applicant: Borrower) => refusedUnchanged(lending, applicant, () => cancel(applicant));

  test('an offer is declined instead', async () => {
    expect(await refusal(await anApplicant(lending, 'OFFER'))).toMatchObject({
      code: 'illegal_transition',
      details: { stage: 'OFFER' },
    });
  });

  test('what was signed is not given up', async () => {
    expect((await refusal(await aSigner(lending))).details).toMatchObject({ stage: 'ISSUING' });
  });

  test('without an application there is nothing to give up', async () => {
    expect(await refusal(await aBorrower(lending))).toEqual({
      code: 'illegal_transition',
      details: { allowedEvents: ['inquiry'] },
    });
  });

  test('it is given up once; after 30 idle days it has ended by itself', async () => {
    const [one, other] = [await anApplicant(lending, 'PERSONAL'), await anApplicant(lending, 'PERSONAL')];
    await cancel(one);
    expect((await refusal(one)).details).toEqual({ stage: 'CANCELLED', allowedEvents: [] });
    lending.clock.moveTo('2026-02-14');
    expect(detailsOf(await cancel(other)).details).toEqual({ stage: 'EXPIRED', allowedEvents: [] });
  });
});
