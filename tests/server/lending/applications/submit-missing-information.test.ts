import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { deleteApplicationDocument } from '#api/endpoints/applications/delete-application-document.ts';
import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import { voidLoan } from '#loan/loan-life.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { readAnswer } from '#server/lending/applications/store/information-store.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { createBusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { verifyLedger } from '#server/lending/portfolio/verify-ledger.ts';
import { anApplicant, aSigner, detailsOf, payOut, stateOf, uploadFile } from '#tests/support/applications/applicant.ts';
import { anAskedApplicant, aRefusedAccount, askedOf } from '#tests/support/applications/information.ts';
import { refusedUnchanged, writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { createLoanService } from '#tests/support/loans/loan-service.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';

describe('200', () => {
  const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

  const submit = async ({ headers }: Borrower, items: readonly object[]) =>
    acceptedBody(await callEndpoint(lending, submitMissingInformation, { headers, body: { items } }));

  test('files and values go together, and people look again', async () => {
    const applicant = await anAskedApplicant(lending, [
      { code: 'income_proof' },
      { code: 'employer_phone' },
      { code: 'call' },
    ]);
    const { headers, personId } = applicant;
    const [proof, phone, call] = await askedOf(lending, applicant);
    const documentIds = [
      await uploadFile(lending, headers, 'INCOME_PROOF'),
      await uploadFile(lending, headers, 'INCOME_PROOF'),
    ];
    const state = await submit(applicant, [
      { itemId: phone?.itemId, value: '01 555 7788' },
      { itemId: proof?.itemId, documentIds },
      { itemId: call?.itemId, value: 'Por la tarde, después de las 4' },
    ]);
    expect(state).toMatchObject({
      application: { stage: 'MANUAL_REVIEW', status: 'PENDING' },
      nextScreen: { name: 'application-in-progress' },
    });
    const { items, events } = await writtenOf(lending, applicant);
    expect(items.map(({ code, document_ids, answered_at }) => [code, document_ids, answered_at !== null])).toEqual([
      ['income_proof', documentIds, true],
      ['employer_phone', [], true],
      ['call', [], true],
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'information-to-review', actor: 'client' });
    // What was typed is sealed with the client's own key.
    expect(JSON.stringify(items)).not.toContain('tarde');
    const seal = await personSeal(lending.db.kysely, lending.vault, personId);
    expect(await readAnswer(lending.db.kysely, seal, call?.itemId ?? '')).toBe('Por la tarde, después de las 4');
  });

  test('a file that answered something is not taken back', async () => {
    const applicant = await anAskedApplicant(lending, [{ code: 'address_proof' }]);
    const { headers } = applicant;
    const [item] = await askedOf(lending, applicant);
    const documentId = await uploadFile(lending, headers, 'ADDRESS_PROOF');
    await submit(applicant, [{ itemId: item?.itemId, documentIds: [documentId] }]);
    const params = { documentId };
    expect((await callEndpoint(lending, deleteApplicationDocument, { headers, params })).status).toBe(409);
  });

  test('another account takes the place of the one the bank refused, and the money goes there, once', async () => {
    const signer = await aRefusedAccount(lending);
    const [item] = await askedOf(lending, signer);
    const state = await submit(signer, [{ itemId: item?.itemId, value: 'bbva 011 814 000212345678 18' }]);
    expect(state).toMatchObject({
      application: { stage: 'ISSUING' },
      nextScreen: { name: 'application-completed' },
    });
    // And not back to the question, although the bank has not been asked again yet.
    expect(state.allowedScreens).not.toContain('application-information-missing');
    const bank = await payOut(lending);
    await payOut(lending, bank);
    const paid = [...bank.paidOut.values()].filter(({ cci }) => cci === '01181400021234567818');
    expect(paid).toMatchObject([{ amountCents: 50_000, holder: expect.stringContaining('Ana Lucía') }]);
    expect(await stateOf(lending, signer)).toMatchObject({
      application: { stage: 'DONE' },
      loan: { status: 'PERFORMING' },
    });
    const { problems } = await verifyLedger(lending.db.kysely, createBusinessCalendar(lending.clock.now));
    expect(problems).toEqual([]);
  });

  test('before a decision another account is the one the loan will go to', async () => {
    const applicant = await anAskedApplicant(lending, [{ code: 'bank_account' }]);
    const [item] = await askedOf(lending, applicant);
    const value = 'interbank 00389800312345678944';
    expect((await submit(applicant, [{ itemId: item?.itemId, value }])).application?.stage).toBe('MANUAL_REVIEW');
    expect((await writtenOf(lending, applicant)).loans).toEqual([]);
  });
});

describe('400', () => {
  const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

  const SOME_ID = '019bc1b5-3f00-7000-8000-000000000030';

  async function refusal(applicant: Borrower, items: unknown) {
    const before = await writtenOf(lending, applicant);
    const { headers } = applicant;
    const answer = await callEndpoint(lending, submitMissingInformation, { headers, body: { items } });
    expect(answer.status).toBe(400);
    expect(await writtenOf(lending, applicant)).toEqual(before);
    return fieldCodes(answer);
  }

  test('all of it or nothing: what is left out is named, and what was right is not kept', async () => {
    const applicant = await anAskedApplicant(lending, [{ code: 'alternative_phone' }, { code: 'call' }]);
    const [phone, call] = await askedOf(lending, applicant);
    const right = { itemId: phone?.itemId, value: '987111222' };
    expect(await refusal(applicant, [right])).toEqual(['items.1.required']);
    expect(await refusal(applicant, [{ itemId: call?.itemId, value: 'x' }, right])).toEqual([
      'items.0.value.too_short',
    ]);
    expect(await refusal(applicant, [right, { itemId: call?.itemId }])).toEqual(['items.1.value.required']);
    expect((await stateOf(lending, applicant)).application?.stage).toBe('INFO_MISSING');
  });

  test.each([
    [[], ['items.too_short']],
    ['a text', ['items.invalid']],
    [[{ itemId: 'first', value: 'x' }], ['items.0.itemId.invalid']],
    [[{ itemId: SOME_ID, value: '' }], ['items.0.value.too_short']],
    [[{ itemId: SOME_ID, documentIds: [] }], ['items.0.documentIds.too_short']],
    [[{ itemId: SOME_ID, value: 'x', done: true }], ['items.0.done.unknown']],
  ])('%j is not an answer', async (items, codes) => {
    expect(await refusal(await anAskedApplicant(lending, [{ code: 'call' }]), items)).toEqual(codes);
  });

  test('an answer to what nobody asked, and two answers to one question, are refused', async () => {
    const applicant = await anAskedApplicant(lending, [{ code: 'alternative_phone' }]);
    const [item] = await askedOf(lending, applicant);
    const right = { itemId: item?.itemId, value: '987111222' };
    expect(await refusal(applicant, [right, { itemId: uuidv7(Date.now()), value: 'x' }])).toEqual([
      'items.1.itemId.unknown',
    ]);
    expect(await refusal(applicant, [right, { ...right, value: '987333444' }])).toEqual(['items.1.itemId.duplicate']);
  });

  test('a file must be one’s own, and of a kind that was asked for', async () => {
    const applicant = await anAskedApplicant(lending, [{ code: 'income_proof' }]);
    const other = await anApplicant(lending, 'DEVICE');
    const [item] = await askedOf(lending, applicant);
    const answer = (...documentIds: string[]) => [{ itemId: item?.itemId, documentIds }];
    const right = await uploadFile(lending, applicant.headers, 'INCOME_PROOF');
    const strange = await uploadFile(lending, other.headers, 'INCOME_PROOF');
    const selfie = await uploadFile(lending, applicant.headers, 'SELFIE');
    for (const wrong of [strange, selfie, uuidv7(Date.now())]) {
      expect(await refusal(applicant, answer(right, wrong))).toEqual(['items.0.documentIds.unknown']);
    }
    expect(await refusal(applicant, [{ itemId: item?.itemId, value: 'I earn enough' }])).toEqual([
      'items.0.documentIds.required',
    ]);
  });

  test.each([
    ['bcp', 'items.0.value.invalid'],
    ['nowhere 00219100001234567852', 'items.0.value.unknown'],
    ['bcp 01181400021234567818', 'items.0.value.mismatch'],
    ['bcp 0021910000123456785', 'items.0.value.invalid'],
  ])('%s is not an account to pay to, and the loan goes on waiting', async (value, code) => {
    const signer = await aRefusedAccount(lending);
    const [item] = await askedOf(lending, signer);
    expect(await refusal(signer, [{ itemId: item?.itemId, value }])).toEqual([code]);
    expect((await stateOf(lending, signer)).loan?.status).toBe('DISBURSMENT_FAILED');
  });
});

describe('409', () => {
  const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

  const submit = (
    { headers }: Borrower,
    items: readonly object[] = [{ itemId: uuidv7(Date.now()), value: '987111222' }],
  ) => callEndpoint(lending, submitMissingInformation, { headers, body: { items } });

  const refusal = (applicant: Borrower, items?: readonly object[]) =>
    refusedUnchanged(lending, applicant, () => submit(applicant, items));

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
});

describe('428', () => {
  const lending = withTestLending();

  const ASKED = {
    error: { reauth: { level: 'stepUp', purpose: 'change-bank-account', methods: ['password', 'otp'] } },
  };

  test('another account after a refusal of the bank needs the password and a code, and nothing is answered before', async () => {
    const signer = await aRefusedAccount(lending, {});
    const [item] = await askedOf(lending, signer);
    const body = { items: [{ itemId: item?.itemId, value: 'bbva 01181400021234567818' }] };
    const answer = await callEndpoint(lending, submitMissingInformation, { headers: signer.headers, body });
    expect([answer.status, answer.body]).toMatchObject([428, ASKED]);
    expect((await askedOf(lending, signer)).map(({ done }) => done)).toEqual([false]);
  });
});
