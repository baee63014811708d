import { expect, test } from 'vitest';
import { sendAgreementCode } from '#api/endpoints/applications/send-agreement-code.ts';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { anAgreement, readAgreement, signatureOf } from '#tests/support/applications/applicant.ts';
import { accept, anOffer, writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo, messagesTo } from '#tests/support/messages/messages.ts';

const lending = withTestLending();

test('a code goes to the client’s own telephone, and the answer does not hold it', async () => {
  const { applicant } = await anAgreement(lending);
  const { headers, phone } = applicant;
  const before = await writtenOf(lending, applicant);
  const { challenge } = acceptedBody(await callEndpoint(lending, sendAgreementCode, { headers }));
  expect(challenge).toMatchObject({
    method: 'otp',
    channel: 'SMS',
    maskedPhone: `+51 9•• ••• ${phone.slice(-3)}`,
    expiresInSec: 300,
    resendInSec: 60,
  });
  const code = await codeTo(lending, phone);
  expect(JSON.stringify(challenge)).not.toContain(code);
  expect(await messagesTo(lending, phone)).toHaveLength(1);
  expect(await writtenOf(lending, applicant)).toEqual(before);
});

test('a new code takes the place of the old one', { tags: 'promise-codes' }, async () => {
  const { applicant, agreement } = await anAgreement(lending);
  const { headers } = applicant;
  const old = await signatureOf(lending, applicant, agreement);
  lending.clock.pass({ seconds: 60 });
  const fresh = await signatureOf(lending, applicant, agreement);
  expect(fresh.code).not.toBe(old.code);
  expect(fieldCodes(await callEndpoint(lending, signAgreement, { headers, body: old }))).toEqual(['code.invalid']);
  expect((await callEndpoint(lending, signAgreement, { headers, body: fresh })).status).toBe(200);
});

test('it can be asked for before the papers were looked at', async () => {
  const { applicant, offer } = await anOffer(lending);
  await accept(lending, applicant, offer.offerId);
  const { headers, phone } = applicant;
  acceptedBody(await callEndpoint(lending, sendAgreementCode, { headers }));
  const code = await codeTo(lending, phone);
  const agreement = await readAgreement(lending, applicant);
  const documents = agreement.documents.map(({ id, sha256 }) => ({ id, sha256 }));
  const acceptances = { contract: true, hojaResumen: true, dataProcessing: true };
  const body = { agreementId: agreement.agreementId, code, documents, acceptances };
  expect((await callEndpoint(lending, signAgreement, { headers, body })).status).toBe(200);
});
