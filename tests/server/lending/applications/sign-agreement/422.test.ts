import { expect, test } from 'vitest';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { anAgreement, detailsOf, signatureOf } from '#tests/support/applications/applicant.ts';
import { writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('a key that signed some papers signs no others', async () => {
  const { applicant, agreement } = await anAgreement(lending);
  const headers = { ...applicant.headers, 'Idempotency-Key': 'sign-agreement-2' };
  const body = await signatureOf(lending, applicant, agreement);
  expect((await callEndpoint(lending, signAgreement, { headers, body })).status).toBe(200);
  const before = await writtenOf(lending, applicant);
  const other = { ...body, documents: body.documents.slice(1) };
  const answer = await callEndpoint(lending, signAgreement, { headers, body: other });
  expect([answer.status, detailsOf(answer)]).toEqual([422, { code: 'idempotency_mismatch' }]);
  expect(await writtenOf(lending, applicant)).toEqual(before);
});
