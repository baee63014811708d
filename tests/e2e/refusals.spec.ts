import { test } from './applicant.ts';
import { askForReview, referenceOf, seeAnswer, send } from './application-steps.ts';
import { stateOf } from './client-file.ts';
import { expect } from './journey.ts';
import { oneAtATime } from './moving-date.ts';
import { applied } from './prepared.ts';

test('whoever is refused reads why and has a person look again, once', { tag: '@promise-a-refusal' }, async ({
  applicant,
  lender,
}) => {
  const { page, say } = applicant;
  await applied(applicant, { financial: { monthlyIncome: 900, monthlyExpenses: 850 } });
  await send(applicant, '/application/rejected');
  await expect(applicant.heading('rejected_title')).toBeVisible();
  await expect(page.getByText(say('reason_means_affordability'))).toBeVisible();
  await askForReview(applicant);
  await expect(applicant.heading('in_progress_title')).toBeVisible();

  const reference = await referenceOf(applicant);
  expect(await lender('applications', 'list')).toContain(reference);
  await lender('applications', 'reject', reference, '--reasons', 'affordability', 'No le queda para la cuota.');
  await seeAnswer(applicant, '/application/rejected');
  await expect(applicant.button('rejected_understood')).toBeVisible();
  await expect(applicant.button('rejected_review_go')).toBeHidden();
  await applicant.press('rejected_understood');
  await applicant.isAt('/calculator');
});

test.describe('days later', () => {
  // The other product: nobody else's dates move.
  test.use({
    baseURL: async ({ baseURL: _ }, use, { project }) => use(String(project.metadata['elsewhere'])),
    lender: async ({ lenderIn }, use, { project }) => use(lenderIn(String(project.metadata['dataDirElsewhere']))),
  });

  test('an offer that nobody takes ends, and says so', async ({ applicant, lender, complaints }, { project }) => {
    const { page } = applicant;
    await oneAtATime(String(project.metadata['dataDirElsewhere']), async () => {
      await applied(applicant);
      await send(applicant, '/application/offer');
      await lender('date', 'advance', '4');
      // On a slow machine the screen asks again by itself before anybody presses, and goes on to the end of the offer.
      const end = applicant.heading('offer_expired').or(applicant.heading('cancelled_expired_title'));
      await expect(async () => {
        if (await applicant.button('offer_accept').isVisible())
          await applicant.button('offer_accept').click({ timeout: 2_000 });
        await expect(end).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 240_000 });
      await page.goto(applicant.at('/application'));
      await applicant.isAt('/application/cancelled');
      expect((await stateOf(applicant)).application?.status).toBe('EXPIRED');
      // The browser's own words for the answer that the offer is gone.
      expect(complaints.splice(0).filter((complaint) => !complaint.includes('410'))).toEqual([]);
    });
  });
});
