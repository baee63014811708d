import { expect, test } from 'vitest';
import { sendAgreementCode } from '#api/endpoints/applications/send-agreement-code.ts';
import { anAgreement, anApplicant, aSigner, detailsOf } from '#tests/support/applications/applicant.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

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
