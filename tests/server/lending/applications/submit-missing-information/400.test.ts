import { expect, test } from 'vitest';
import { submitMissingInformation } from '#api/endpoints/applications/submit-missing-information.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { anApplicant, stateOf, uploadFile } from '#tests/support/applications/applicant.ts';
import { anAskedApplicant, aRefusedAccount, askedOf } from '#tests/support/applications/information.ts';
import { writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';

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
  expect(await refusal(applicant, [{ itemId: call?.itemId, value: 'x' }, right])).toEqual(['items.0.value.too_short']);
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
])('%j is no answer', async (items, codes) => {
  expect(await refusal(await anAskedApplicant(lending, [{ code: 'call' }]), items)).toEqual(codes);
});

test('an answer to what nobody asked, and two answers to one question, are refused', async () => {
  const applicant = await anAskedApplicant(lending, [{ code: 'alternative_phone' }]);
  const [item] = await askedOf(lending, applicant);
  const right = { itemId: item?.itemId, value: '987111222' };
  expect(await refusal(applicant, [right, { itemId: uuidv7(), value: 'x' }])).toEqual(['items.1.itemId.unknown']);
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
  for (const wrong of [strange, selfie, uuidv7()]) {
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
])('%s is no account to pay to, and the loan goes on waiting', async (value, code) => {
  const signer = await aRefusedAccount(lending);
  const [item] = await askedOf(lending, signer);
  expect(await refusal(signer, [{ itemId: item?.itemId, value }])).toEqual([code]);
  expect((await stateOf(lending, signer)).loan?.status).toBe('DISBURSMENT_FAILED');
});
