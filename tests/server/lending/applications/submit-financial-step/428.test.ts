import { expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { aRepeatClient, EX1_INQUIRY } from '#tests/support/applications/applicant.ts';
import { aFinancialStep } from '#tests/support/applications/application-form.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const ASKED = {
  error: { reauth: { level: 'stepUp', purpose: 'change-bank-account', methods: ['password', 'otp'] } },
};

test('another account than the one that was paid to needs the password and a code, and nothing is written before', {
  tags: 'asvs-7.5.1',
}, async () => {
  const { headers, personId } = await aRepeatClient(lending);
  acceptedBody(await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY }));
  const read = async () => acceptedBody(await callEndpoint(lending, getApplication, { headers })).steps.financial;
  const before = await read();
  const body = aFinancialStep({ bankId: 'bbva', cci: '01181400021234567818' });
  const answer = await callEndpoint(lending, submitFinancialStep, { headers, body });
  expect([answer.status, answer.body]).toMatchObject([428, ASKED]);
  expect(await read()).toEqual(before);
  const changes = lending.db.kysely.selectFrom('contact_change').select('id').where('person_id', '=', personId);
  expect(await changes.execute()).toEqual([]);
});
