import { test } from './applicant.ts';
import { askForReview, referenceOf, seeAnswer, send, sign, takeOffer, upload } from './application-steps.ts';
import { expectWholeFile } from './client-file.ts';
import { expect } from './journey.ts';
import { applied } from './prepared.ts';

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
