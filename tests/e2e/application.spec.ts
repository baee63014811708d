import {
  Applicant,
  chooseOnHome,
  connect,
  deviceStep,
  financialStep,
  personalStep,
  register,
  sign,
  somebody,
  takeOffer,
} from './applicant.ts';
import { expect, test } from './journey.ts';

test('a new client goes from the home page to the money on its way', async ({ page, context, request, say, at }, info) => {
  const who = somebody();
  await connect(context, who);
  const applicant = new Applicant({ page, request, say, at, who });
  const shot = async (name: string) => {
    if (process.env.SHOTS) await page.screenshot({ fullPage: true, path: `${process.env.SHOTS}/${info.project.name}-${name}.png` });
  };
  await chooseOnHome(applicant);
  await expect(applicant.heading('new_client_title')).toBeVisible();
  await shot('01-new-client');
  await register(applicant);
  await expect(applicant.heading('personal_title')).toBeVisible();
  await shot('02-personal');
  await personalStep(applicant);
  await expect(applicant.heading('financial_title')).toBeVisible();
  await shot('03-financial');
  await financialStep(applicant);
  await expect(applicant.heading('iov_title')).toBeVisible();
  await shot('04-iov');
  await deviceStep(applicant);
  await shot('05-waiting');
  await applicant.isAt('/application/offer');
  await page.waitForTimeout(500);
  await shot('06-offer');
  await takeOffer(applicant);
  await page.waitForTimeout(500);
  await shot('07-agreement');
  await sign(applicant);
  await applicant.isAt('/application/completed');
  await shot('08-completed');
  console.log(applicant.taps, applicant.fields);
});
