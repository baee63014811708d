import { expect, test } from 'vitest';
import { deleteApplicationDocument } from '#api/endpoints/applications/delete-application-document.ts';
import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import { readAnswer } from '#server/lending/applications/store/information-store.ts';
import { createBusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { verifyLedger } from '#server/lending/portfolio/verify-ledger.ts';
import { payOut, stateOf, uploadFile } from '#tests/support/applications/applicant.ts';
import { anAskedApplicant, aRefusedAccount, askedOf } from '#tests/support/applications/information.ts';
import { writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';

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
