import { expect, test } from 'vitest';
import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { anOffer, writtenOf } from '#tests/support/applications/offers.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each([
  [{}, ['reason.required']],
  [{ reason: 'BORED' }, ['reason.unknown']],
  [{ reason: 'OTHER', comment: 'x'.repeat(501) }, ['comment.too_long']],
  [{ reason: 'OTHER', note: 'x' }, ['note.unknown']],
])('%j declines nothing', async (body, codes) => {
  const { applicant } = await anOffer(lending);
  const before = await writtenOf(lending, applicant);
  const answer = await callEndpoint(lending, declineOffer, { headers: applicant.headers, body });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  expect(await writtenOf(lending, applicant)).toEqual(before);
});
