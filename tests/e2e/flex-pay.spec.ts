import { getFlexPay } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { expectAccessible } from './accessible.ts';
import { test } from './applicant.ts';
import { activeLoan, borrow, expectTrueLedger, payAtTheTill, proveByCode, seesTheEnd, soles } from './client.ts';
import { expectWholeFile } from './client-file.ts';
import { expect } from './journey.ts';
import { chooseMethod, enter, enterTwice, tick, write } from './keyboard.ts';
import { call } from './prepared.ts';

test('a client who is offered flex pay activates it once, with the keyboard alone, and pays what they can', async ({
  applicant,
  lender,
}) => {
  const { page, say, at } = applicant;
  const number = await borrow(applicant, lender);
  await page.goto(at('/profile/cards/flex-pay'));
  await expect(page.getByText(say('flex_none'))).toBeVisible();
  await lender('flex', 'offer', number);
  await page.reload();
  const flex = await (await call(applicant, getFlexPay)).json();
  await expect(page.locator('.money.xl')).toHaveText(soles(flex.balance));
  await expect(page.getByText(soles(flex.minMonthly)).first()).toBeVisible();
  await expectAccessible(page);
  await tick(page, page.getByRole('checkbox', { name: say('flex_accept') }));
  await enterTwice(page, page.locator('form button[type=submit]'));
  await proveByCode(applicant);
  await expect(page.getByText(say('flex_done'), { exact: true })).toBeVisible();
  await expect(page.locator('.money.xl')).toHaveText(soles(flex.balance));
  await expectAccessible(page);

  await enter(page, page.getByRole('link', { name: say('flex_pay', { amount: soles(flex.minMonthly) }) }));
  await applicant.isAt('/profile/components/payment/repay-loan');
  await write(page, page.locator('#amount'), '25,50');
  await chooseMethod(applicant, 'YAPE');
  await enterTwice(page, page.locator('form button[type=submit]'));
  await expectAccessible(page);
  await payAtTheTill(applicant);
  await seesTheEnd(applicant, say('paid_title'));
  const loan = await activeLoan(applicant);
  expect(loan?.status).toBe('FLEX');
  expect((await (await call(applicant, getFlexPay)).json()).paidSoFar).toBe(25.5);
  await page.goto(at('/profile/cards/flex-pay'));
  await expect(page.locator('.money.xl')).toHaveText(soles(loan?.totalOutstanding ?? 0));
  await page.goto(at('/calculator'));
  await expect(page.getByText(say('client_calc_flex_title'))).toBeVisible();
  await expectAccessible(page);
  await expectWholeFile(applicant, ['FLEX_AGREEMENT', 'PAYMENT_RECEIPT']);
  await expectTrueLedger(lender);
});
