import { randomBytes } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { type Applicant, test } from './applicant.ts';
import { deviceStep, sign, takeOffer } from './application-steps.ts';
import { expectWholeFile, stateOf } from './client-file.ts';
import { expect } from './journey.ts';
import { oneAtATime } from './moving-date.ts';
import { applied } from './prepared.ts';

async function referenceOf(applicant: Applicant): Promise<string> {
  return (await stateOf(applicant)).application?.reference ?? '';
}

/** Sends the last step, and waits for what it leads to. */
async function send(applicant: Applicant, path: string): Promise<void> {
  await applicant.page.goto(applicant.at('/application'));
  await deviceStep(applicant);
  await applicant.isAt(path);
}

/** A photo, taken of what stands on the screen; no two are the same file. */
async function photo({ page }: Applicant): Promise<Buffer> {
  return Buffer.concat([await page.screenshot({ type: 'jpeg' }), randomBytes(8)]);
}

/** Sends a photo, and waits until it has arrived: then it can be taken away again. */
async function upload(applicant: Applicant, input: Locator, name = 'foto.jpg'): Promise<void> {
  const { page, say } = applicant;
  await input.setInputFiles({ name, mimeType: 'image/jpeg', buffer: await photo(applicant) });
  await expect(page.getByRole('button', { name: `${say('client_file_remove')} ${name}` })).toBeVisible();
}

const PEP = { pep: true, pepPosition: 'Regidora de la municipalidad' };

/** The right to have people look again (domain 2.3.2 row 25). */
async function askForReview(applicant: Applicant): Promise<void> {
  await applicant.press('rejected_review_go');
  await applicant.fill('rejected_review_comment', 'Desde este mes gano más: tengo un segundo trabajo.');
  await applicant.press('rejected_review_go');
  await applicant.isAt('/application/in-progress');
}

test('whoever is refused reads why and has a person look again, once', async ({ applicant, lender }) => {
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
  await applicant.press('in_progress_again');
  await applicant.isAt('/application/rejected');
  await expect(applicant.button('rejected_understood')).toBeVisible();
  await expect(applicant.button('rejected_review_go')).toBeHidden();
  await applicant.press('rejected_understood');
  await applicant.isAt('/calculator');
});

test('a refusal by people is undone by people, and ends in a signed loan', async ({ applicant, lender }) => {
  await applied(applicant, { personal: PEP });
  await send(applicant, '/application/in-progress');
  const reference = await referenceOf(applicant);
  await lender('applications', 'reject', reference, '--reasons', 'identity_not_confirmed', 'No contesta.');
  await applicant.press('in_progress_again');
  await applicant.isAt('/application/rejected');
  await askForReview(applicant);
  await lender('applications', 'approve', reference, '--amount', '200', 'Ya contestó: es ella.', '--as', 'luis');
  await applicant.press('in_progress_again');
  await takeOffer(applicant);
  await sign(applicant);
  await applicant.isAt('/application/completed');
  await expectWholeFile(applicant);
});

test('whoever must send a document sends it from the phone, and the application goes on', async ({
  applicant,
  lender,
}) => {
  const { page } = applicant;
  await applied(applicant, { personal: PEP });
  await send(applicant, '/application/in-progress');
  const reference = await referenceOf(applicant);
  await lender('applications', 'need-info', reference, '--items', 'income_proof');
  await applicant.press('in_progress_again');
  await applicant.isAt('/application/information-missing');
  await expect(applicant.heading('missing_title')).toBeVisible();
  await applicant.press('missing_send');
  await expect(page.locator('.err-sum, [role=alert]').first()).toBeVisible();
  await upload(applicant, page.locator('input[type=file]'));
  await applicant.press('missing_send');
  await applicant.isAt('/application/in-progress');

  await lender('applications', 'approve', reference, '--amount', '300', 'La boleta está en orden.');
  await applicant.press('in_progress_again');
  await takeOffer(applicant);
  await sign(applicant);
  await applicant.isAt('/application/completed');
  await expectWholeFile(applicant);
});

test('for a larger loan the document is photographed, and a person confirms who it is', async ({
  applicant,
  lender,
}) => {
  const { page, at } = applicant;
  await applied(applicant, { inquiry: { installmentInquiry: { amount: 2000, term: 12, productId: 12 } } });
  await page.goto(at('/application'));
  await applicant.isAt('/application/iov');
  const inputs = page.locator('input[type=file]');
  await expect(inputs).toHaveCount(3);
  for (let index = 0; index < 3; index++) {
    await upload(applicant, inputs.nth(index), `foto-${index}.jpg`);
  }
  await deviceStep(applicant);
  await applicant.isAt('/application/in-progress');
  await lender('applications', 'approve', await referenceOf(applicant), '--amount', '1500', 'Es ella.');
  await applicant.press('in_progress_again');
  await takeOffer(applicant);
  await expect(page.getByRole('table').first()).toBeAttached();
  await sign(applicant);
  await applicant.isAt('/application/completed');
  await expectWholeFile(applicant);
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
