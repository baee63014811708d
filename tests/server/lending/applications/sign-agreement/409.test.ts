import { expect, test } from 'vitest';
import { recalculateOffer } from '#api/endpoints/applications/recalculate-offer.ts';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { anAgreement, anApplicant, readAgreement, signatureOf } from '#tests/support/applications/applicant.ts';
import { accept, lowerTheCap, refusedUnchanged } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { loanServiceOf } from '#tests/support/loans/client-loans.ts';
import { aLoan } from '#tests/support/loans/loan-service.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
const SOME_ID = '019bc1b5-3f00-7000-8000-000000000050';
const SOMETHING = {
  agreementId: SOME_ID,
  code: '123456',
  documents: [{ id: SOME_ID, sha256: 'a'.repeat(64) }],
  acceptTerms: true,
};

async function aReadySigner() {
  const { applicant, agreement } = await anAgreement(lending);
  return { applicant, agreement, body: await signatureOf(lending, applicant, agreement) };
}

const sign = ({ headers }: Borrower, body: object) => callEndpoint(lending, signAgreement, { headers, body });

const refusal = (applicant: Borrower, body: object) =>
  refusedUnchanged(lending, applicant, () => sign(applicant, body));

test.each(['PERSONAL', 'SCORING', 'OFFER'] as const)(
  'at %s there is nothing to sign',
  { tags: 'asvs-2.3.1' },
  async (stage) => {
    expect(await refusal(await anApplicant(lending, stage), SOMETHING)).toMatchObject({
      code: 'illegal_transition',
      details: { stage },
    });
  },
);

test('without an application there is nothing to sign', async () => {
  expect((await refusal(await aBorrower(lending), SOMETHING)).details).toEqual({ allowedEvents: ['inquiry'] });
});

test('papers other than those that were shown are not signed, and the right ones can still be', {
  tags: 'asvs-2.1.2',
}, async () => {
  const [{ applicant, body }, other] = [await aReadySigner(), await aReadySigner()];
  const [first, ...rest] = body.documents;
  const changed: readonly object[] = [
    { agreementId: SOME_ID },
    { agreementId: other.body.agreementId, documents: other.body.documents },
    { documents: rest },
    { documents: [{ ...first, sha256: 'a'.repeat(64) }, ...rest] },
    { documents: [...body.documents, { id: SOME_ID, sha256: 'a'.repeat(64) }] },
  ];
  for (const change of changed) {
    expect(await refusal(applicant, { ...body, ...change })).toEqual({ code: 'document_changed' });
  }
  expect((await sign(applicant, body)).status).toBe(200);
});

test('papers of yesterday are not signed: today’s have another date', async () => {
  const { applicant, body } = await aReadySigner();
  lending.clock.moveTo('2026-01-16');
  expect(await refusal(applicant, body)).toEqual({ code: 'document_changed' });
  const renewed = await readAgreement(lending, applicant);
  expect((await sign(applicant, await signatureOf(lending, applicant, renewed))).status).toBe(200);
});

test('papers of an offer that was changed since are not signed', async () => {
  const { applicant, body } = await aReadySigner();
  const { headers } = applicant;
  const less = { amount: 300, term: 30, productId: 1 };
  const { offerId } = acceptedBody(await callEndpoint(lending, recalculateOffer, { headers, body: less }));
  expect(await refusal(applicant, body)).toMatchObject({ code: 'illegal_transition', details: { stage: 'OFFER' } });
  await accept(lending, applicant, offerId);
  expect(await refusal(applicant, body)).toEqual({ code: 'document_changed' });
});

test('beside a loan that is owed no second one is signed', { tags: 'asvs-2.3.2' }, async () => {
  const { applicant, body } = await aReadySigner();
  await aLoan(loanServiceOf(lending), undefined, applicant.personId);
  expect(await refusal(applicant, body)).toEqual({ code: 'active_loan' });
});

test('a rate above the cap of today is not signed, however it was promised', { tags: 'asvs-2.3.2' }, async () => {
  const { applicant, body } = await aReadySigner();
  await lowerTheCap(lending, '2026-01-15', '109.99');
  expect(await refusal(applicant, body)).toEqual({ code: 'rate_cap_changed' });
});

test('on a day without a published cap nothing is signed', async () => {
  lending.clock.moveTo('2026-04-30');
  const { applicant, body } = await aReadySigner();
  lending.clock.moveTo('2026-05-01');
  expect(await refusal(applicant, body)).toEqual({ code: 'parameter_missing' });
});
