import { describe, expect, test } from 'vitest';
import { sendAgreementCode } from '#api/endpoints/applications/send-agreement-code.ts';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import {
  anAgreement,
  anApplicant,
  aSigner,
  detailsOf,
  readAgreement,
  signatureOf,
} from '#tests/support/applications/applicant.ts';
import { accept, anOffer, writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('202', () => {
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
    const body = { agreementId: agreement.agreementId, code, documents, acceptTerms: true };
    expect((await callEndpoint(lending, signAgreement, { headers, body })).status).toBe(200);
  });
});

describe('409', () => {
  async function refusal({ headers, phone }: Borrower) {
    const before = (await messagesTo(lending, phone)).length;
    const answer = await callEndpoint(lending, sendAgreementCode, { headers });
    expect(answer.status).toBe(409);
    expect(await messagesTo(lending, phone)).toHaveLength(before);
    return detailsOf(answer);
  }

  test.each(['PERSONAL', 'SCORING', 'OFFER'] as const)(
    'at %s there is nothing to sign, and nothing is sent',
    async (stage) => {
      expect(await refusal(await anApplicant(lending, stage))).toMatchObject({
        code: 'illegal_transition',
        details: { stage },
      });
    },
  );

  test('without an application, after the signature, and after 72 hours nothing is sent either', async () => {
    expect((await refusal(await aBorrower(lending))).details).toEqual({ allowedEvents: ['inquiry'] });
    expect((await refusal(await aSigner(lending))).details).toMatchObject({ stage: 'ISSUING' });
    const { applicant } = await anAgreement(lending);
    lending.clock.moveTo('2026-01-18');
    expect((await refusal(applicant)).details).toMatchObject({ stage: 'EXPIRED' });
  });
});

describe('429', () => {
  test('a telephone gets a code a minute, and is told when the next one may be asked for', {
    tags: 'promise-codes',
  }, async () => {
    const { applicant } = await anAgreement(lending);
    const { headers, phone } = applicant;
    const send = () => callEndpoint(lending, sendAgreementCode, { headers });
    expect((await send()).status).toBe(202);
    lending.clock.pass({ seconds: 20 });
    const tooSoon = await send();
    expect(tooSoon).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect(tooSoon.headers.get('retry-after')).toBe('40');
    expect(await messagesTo(lending, phone)).toHaveLength(1);
    lending.clock.pass({ seconds: 40 });
    expect((await send()).status).toBe(202);
  });
});
