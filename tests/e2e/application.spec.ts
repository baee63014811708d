import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { test } from './applicant.ts';
import {
  chooseOnHome,
  deviceStep,
  financialStep,
  personalStep,
  register,
  sign,
  takeOffer,
} from './application-steps.ts';
import { expectWholeFile, paidOut, stateOf } from './client-file.ts';
import { expect } from './journey.ts';
import { call, hasPaidALoan, withAccount } from './prepared.ts';

/** What a hand does between the home page and the signature: presses, and fields filled or chosen from. */
const NEW_CLIENT = { taps: 18, fields: 22 };
const RETURNING_CLIENT = { taps: 9, fields: 1 };

test('a new client goes from the home page to money in the account', async ({ applicant }, info) => {
  const { firstName } = applicant.who;
  await chooseOnHome(applicant);
  await register(applicant);
  await personalStep(applicant);
  await financialStep(applicant);
  await deviceStep(applicant);
  await applicant.isAt('/application/offer');
  await expect(applicant.heading('offer_title', { name: firstName })).toBeVisible();
  await takeOffer(applicant);
  await sign(applicant);
  await applicant.isAt('/application/completed');
  await expect(applicant.page.getByText(applicant.say('payout_signed'))).toBeVisible();

  const { taps, fields } = applicant;
  info.annotations.push({ type: 'by hand', description: `${taps} taps, ${fields} fields` });
  expect({ taps, fields }).toEqual(NEW_CLIENT);
  await expect.poll(async () => (await stateOf(applicant)).loan?.status).toBe('PERFORMING');
  expect(await paidOut(applicant)).toBe('S/ 300.00');
  await expectWholeFile(applicant);
});

test('above S/ 500 the same forms ask for more, and a credit bureau is named before it is asked', async ({
  applicant,
}) => {
  const { page, say } = applicant;
  await withAccount(applicant);
  await call(applicant, sendInquiry, { body: { installmentInquiry: { amount: 1000, term: 3, productId: 11 } } });
  await page.goto(applicant.at('/application'));
  await personalStep(applicant, 'more');
  await financialStep(applicant, 'more');
  await applicant.isAt('/application/iov');
  await expect(page.getByText(say('iov_check_bureau'))).toBeVisible();
  await deviceStep(applicant);
  await applicant.isAt('/application/offer');
});

test('a returning client needs no form: what we know is not asked again', async ({ applicant, lender }, info) => {
  const { page, who } = applicant;
  await hasPaidALoan(applicant, lender);

  // Their own calculator stands in the hero, opens on the single payment, and applies by itself.
  await page.goto(applicant.at('/'));
  await applicant.tap(page.locator('.client-calc .cta .btn.big'));
  await deviceStep(applicant);
  await applicant.isAt('/application/offer-repeated');
  await expect(applicant.heading('offer_title_repeated', { name: who.firstName })).toBeVisible();
  await takeOffer(applicant, '/application/offer-repeated');
  await sign(applicant);
  await applicant.isAt('/application/completed-returning');
  await expect(page.getByText(applicant.say('payout_signed'))).toBeVisible();

  const { taps, fields } = applicant;
  info.annotations.push({ type: 'by hand', description: `${taps} taps, ${fields} fields` });
  expect({ taps, fields }).toEqual(RETURNING_CLIENT);
  await expect.poll(async () => (await stateOf(applicant)).loan?.status).toBe('PERFORMING');
  await expectWholeFile(applicant);
});
