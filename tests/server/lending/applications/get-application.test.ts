import { describe, expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { saveDraft } from '#api/endpoints/applications/save-draft.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, signIn } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
  const read = async (headers: Record<string, string>) =>
    acceptedBody(await callEndpoint(lending, getApplication, { headers }));

  test('everything that was sent is there, with when it was', async () => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    const application = await read(headers);
    expect(application).toMatchObject({ status: 'DRAFT', stage: 'DEVICE', identityPictures: [], reasons: [] });
    expect(application.steps.personal).toMatchObject({
      data: { firstName: 'Ana Lucía', ubigeo: '150105' },
      draft: null,
    });
    expect(application.steps.financial.data).toMatchObject({ monthlyIncome: 2500, bankId: 'bcp' });
    expect(application.steps.personal.completedAt).toBe('2026-01-15T17:00:00.000Z');
  });

  test('it goes on from another phone where it was left', async () => {
    const applicant = await anApplicant(lending, 'PERSONAL');
    const body = { firstName: 'Ana', birthDate: '01/05/19' };
    await callEndpoint(lending, saveDraft, { headers: applicant.headers, params: { step: 'personal' }, body });
    const other = await signIn(lending, applicant.personId);
    expect((await read(other.headers)).steps.personal).toEqual({ data: null, draft: body, completedAt: null });
  });

  test('above S/ 1.000 pictures of the document are asked for', async () => {
    const inquiry = { installmentInquiry: { amount: 1500, term: 12, productId: 12 } };
    const { headers } = await anApplicant(lending, 'DEVICE', { inquiry });
    expect((await read(headers)).identityPictures).toEqual(['dniFrontId', 'dniBackId', 'selfieId']);
  });

  test('a rejection says why, and that people can look again', { tags: 'promise-a-refusal' }, async () => {
    const { headers } = await anApplicant(lending, 'REJECTED', {
      financial: { monthlyIncome: 300, monthlyExpenses: 0 },
    });
    expect(await read(headers)).toMatchObject({
      reasons: ['affordability'],
      reviewUntil: '2026-02-14',
      canReapplyAt: '2026-01-30',
    });
    lending.clock.moveTo('2026-02-15');
    expect((await read(headers)).reviewUntil).toBe(null);
  });
});

describe('404', () => {
  test('who has never applied has no application', async () => {
    const { headers } = await aBorrower(lending);
    expect((await callEndpoint(lending, getApplication, { headers })).status).toBe(404);
  });
});
