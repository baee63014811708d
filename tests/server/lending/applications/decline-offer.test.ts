import { describe, expect, test } from 'vitest';
import { CANCELLATION_REASONS } from '#api/cancellation-reasons.ts';
import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { getAgreement } from '#api/endpoints/applications/get-agreement.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { anAgreement, anApplicant, aSigner, detailsOf, EX1_INQUIRY } from '#tests/support/applications/applicant.ts';
import { anOffer, aRepeatOffer, refusedUnchanged, writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
  const decline = async ({ headers }: Borrower, body: object) =>
    acceptedBody(await callEndpoint(lending, declineOffer, { headers, body }));

  const lastEvent = async ({ personId }: Borrower) =>
    lending.db.kysely
      .selectFrom('application_event')
      .innerJoin('application', 'application.id', 'application_event.application_id')
      .select(['event', 'actor', 'data'])
      .where('person_id', '=', personId)
      .orderBy('application_event.id', 'desc')
      .executeTakeFirstOrThrow();

  test.each(CANCELLATION_REASONS)('an offer is declined because of %s, and the reason is kept', async (reason) => {
    const { applicant } = await anOffer(lending);
    expect(await decline(applicant, { reason })).toMatchObject({
      application: { stage: 'CANCELLED', status: 'CANCELLED' },
      nextScreen: { name: 'application-cancelled' },
      loan: null,
    });
    expect(await lastEvent(applicant)).toEqual({ event: 'offer-declined', actor: 'client', data: { reason } });
  });

  test('at the agreement its papers become void with it', async () => {
    const { applicant, agreement } = await anAgreement(lending);
    await decline(applicant, { reason: 'TOO_EXPENSIVE' });
    const { headers } = applicant;
    expect((await callEndpoint(lending, getAgreement, { headers })).status).toBe(409);
    const { agreements } = await writtenOf(lending, applicant);
    expect(agreements).toMatchObject([{ id: agreement.agreementId, signed_at: null }]);
    expect(agreements[0]?.voided_at).not.toBeNull();
  });

  test('a client who has paid a loan may decline, and their loan stays what it was', async () => {
    const { applicant } = await aRepeatOffer(lending);
    expect(await decline(applicant, { reason: 'TOO_EXPENSIVE' })).toMatchObject({ loan: { status: 'PAID' } });
  });

  test('what the client writes is sealed: it is in no table in plain words', async () => {
    const { applicant } = await anOffer(lending);
    await decline(applicant, { reason: 'OTHER', comment: 'Mi vecina Rosalinda me presta' });
    const { data } = await lastEvent(applicant);
    expect(data).toMatchObject({ reason: 'OTHER', commentSealed: expect.any(String) });
    expect(JSON.stringify(data)).not.toContain('Rosalinda');
  });

  test('after it the way is free for another application', async () => {
    const { applicant } = await anOffer(lending);
    await decline(applicant, { reason: 'TOO_EXPENSIVE' });
    const { headers } = applicant;
    expect((await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY })).status).toBe(201);
  });
});

describe('400', () => {
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
});

describe('409', () => {
  const decline = ({ headers }: Borrower) =>
    callEndpoint(lending, declineOffer, { headers, body: { reason: 'TOO_EXPENSIVE' } });

  const refusal = (applicant: Borrower) => refusedUnchanged(lending, applicant, () => decline(applicant));

  test.each(['PERSONAL', 'DEVICE', 'SCORING'] as const)('at %s there is no offer to decline', async (stage) => {
    expect(await refusal(await anApplicant(lending, stage))).toMatchObject({
      code: 'illegal_transition',
      details: { stage },
    });
  });

  test('what was signed is not declined', async () => {
    const signer = await aSigner(lending);
    expect(await refusal(signer)).toMatchObject({ code: 'illegal_transition', details: { stage: 'ISSUING' } });
    expect((await writtenOf(lending, signer)).loans).toMatchObject([{ status: 'ORIGINATED' }]);
  });

  test('without an application there is nothing to decline', async () => {
    expect((await refusal(await aBorrower(lending))).details).toEqual({ allowedEvents: ['inquiry'] });
  });

  test('it is declined once, and an offer that has run out is not declined', async () => {
    const [{ applicant: one }, { applicant: other }] = [await anOffer(lending), await anOffer(lending)];
    await decline(one);
    expect(await refusal(one)).toMatchObject({ details: { stage: 'CANCELLED', allowedEvents: [] } });
    lending.clock.moveTo('2026-01-18');
    expect(detailsOf(await decline(other))).toMatchObject({
      code: 'illegal_transition',
      details: { stage: 'EXPIRED' },
    });
  });
});
