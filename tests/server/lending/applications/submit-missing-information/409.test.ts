import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import { voidLoan } from '#loan/loan-life.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { anApplicant, aSigner, detailsOf, stateOf } from '#tests/support/applications/applicant.ts';
import { anAskedApplicant, aRefusedAccount, askedOf } from '#tests/support/applications/information.ts';
import { writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { createLoanService } from '#tests/support/loans/loan-service.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

const submit = ({ headers }: Borrower, items: readonly object[] = [{ itemId: uuidv7(), value: '987111222' }]) =>
  callEndpoint(lending, submitMissingInformation, { headers, body: { items } });

async function refusal(applicant: Borrower, items?: readonly object[]) {
  const before = await writtenOf(lending, applicant);
  const answer = await submit(applicant, items);
  expect(answer.status).toBe(409);
  expect(await writtenOf(lending, applicant)).toEqual(before);
  return detailsOf(answer);
}

test.each(['PERSONAL', 'SCORING', 'OFFER'] as const)('at %s nothing is asked for', async (stage) => {
  expect(await refusal(await anApplicant(lending, stage))).toMatchObject({
    code: 'illegal_transition',
    details: { stage },
  });
});

test('without an application nothing is asked for, nor while the money is on its way', async () => {
  expect((await refusal(await aBorrower(lending))).details).toEqual({ allowedEvents: ['inquiry'] });
  expect((await refusal(await aSigner(lending))).details).toMatchObject({ stage: 'ISSUING' });
});

test('what was answered is not answered again', async () => {
  const applicant = await anAskedApplicant(lending, [{ code: 'alternative_phone' }]);
  const [item] = await askedOf(lending, applicant);
  const answer = [{ itemId: item?.itemId, value: '987111222' }];
  expect((await submit(applicant, answer)).status).toBe(200);
  expect((await refusal(applicant, answer)).details).toMatchObject({ stage: 'MANUAL_REVIEW' });
});

test('a second account sent at once is not paid to beside the first', async () => {
  const signer = await aRefusedAccount(lending);
  const [item] = await askedOf(lending, signer);
  const answers = await Promise.all(
    ['bbva 01181400021234567818', 'interbank 00389800312345678944'].map((value) =>
      submit(signer, [{ itemId: item?.itemId, value }]),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { loans } = await writtenOf(lending, signer);
  const orders = await lending.db.kysely
    .selectFrom('disbursement_order')
    .select('status')
    .where('loan_id', '=', loans[0]?.id ?? '')
    .execute();
  expect(orders.map(({ status }) => status).sort()).toEqual(['QUEUED', 'REJECTED']);
});

test('an account named while the loan is being voided comes too late, and nothing is paid to it', async () => {
  const signer = await aRefusedAccount(lending);
  const [item] = await askedOf(lending, signer);
  const id = (await writtenOf(lending, signer)).loans[0]?.id ?? '';
  const { db, clock } = lending;
  let answer: ReturnType<typeof submit> | undefined;
  await withLoan(createLoanService(db, clock.businessDate()).context, { id }, async (locked) => {
    answer = submit(signer, [{ itemId: item?.itemId, value: 'bbva 01181400021234567818' }]);
    // Time for the answer to come as far as the loan, which is locked here.
    await setTimeout(500);
    const change = voidLoan(locked.loan, 'disbursement-abandoned');
    if (change.kind === 'refused') throw new Error(change.reason);
    await locked.save(change, { kind: 'disbursement-abandoned', ref: id });
  });
  expect((await answer)?.status).toBe(409);
  expect((await readOrders(db.kysely, id)).map(({ status }) => status)).toEqual(['REJECTED']);
});

test('after seven days the application is over, and an answer comes too late', {
  tags: 'promise-an-application-on-its-way',
}, async () => {
  const applicant = await anAskedApplicant(lending, [{ code: 'alternative_phone' }]);
  const [item] = await askedOf(lending, applicant);
  lending.clock.moveTo('2026-01-22');
  const late = await submit(applicant, [{ itemId: item?.itemId, value: '987111222' }]);
  expect(detailsOf(late)).toMatchObject({ code: 'illegal_transition', details: { stage: 'EXPIRED' } });
  expect((await writtenOf(lending, applicant)).items).toMatchObject([{ answered_at: null }]);
  expect((await stateOf(lending, applicant)).nextScreen.name).toBe('application-cancelled');
});
