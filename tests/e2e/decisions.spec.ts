import { randomBytes } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { type Applicant, test } from './applicant.ts';
import { askForReview, deviceStep, referenceOf, seeAnswer, send, sign, takeOffer } from './application-steps.ts';
import { expectWholeFile } from './client-file.ts';
import { expect } from './journey.ts';
import { applied } from './prepared.ts';

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

test('a refusal by people is undone by people, and ends in a signed loan', async ({ applicant, lender }) => {
  await applied(applicant, { personal: PEP });
  await send(applicant, '/application/in-progress');
  const reference = await referenceOf(applicant);
  await lender('applications', 'reject', reference, '--reasons', 'identity_not_confirmed', 'No contesta.');
  await seeAnswer(applicant, '/application/rejected');
  await askForReview(applicant);
  await lender('applications', 'approve', reference, '--amount', '200', 'Ya contestó: es ella.', '--as', 'luis');
  await seeAnswer(applicant, '/application/offer');
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
  await seeAnswer(applicant, '/application/information-missing');
  await expect(applicant.heading('missing_title')).toBeVisible();
  await applicant.press('missing_send');
  await expect(page.locator('.err-sum, [role=alert]').first()).toBeVisible();
  await upload(applicant, page.locator('input[type=file]'));
  await applicant.press('missing_send');
  await applicant.isAt('/application/in-progress');

  await lender('applications', 'approve', reference, '--amount', '300', 'La boleta está en orden.');
  await seeAnswer(applicant, '/application/offer');
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
  await seeAnswer(applicant, '/application/offer');
  await takeOffer(applicant);
  await expect(page.getByRole('table').first()).toBeAttached();
  await sign(applicant);
  await applicant.isAt('/application/completed');
  await expectWholeFile(applicant);
});
