import { getExtensionOptions } from '#api/endpoints/arrangements/get-extension-options.ts';
import { formatDate } from '#i18n/format-date.ts';
import { expectAccessible } from './accessible.ts';
import { type Applicant, test } from './applicant.ts';
import {
  activeLoan,
  borrow,
  expectTrueLedger,
  payAtTheTill,
  paymentsOf,
  proveByCode,
  seesTheEnd,
  soles,
} from './client.ts';
import { expectWholeFile } from './client-file.ts';
import { expect } from './journey.ts';
import { choose, chooseMethod, enter, enterTwice, tick } from './keyboard.ts';
import { call } from './prepared.ts';

async function optionOf(applicant: Applicant, term: number) {
  const { options } = await (await call(applicant, getExtensionOptions)).json();
  return options.find((option: { term: number }) => option.term === term);
}

test('the due date is moved with the keyboard alone: compared, proven, paid once, and on paper', {
  tag: '@spec-1.3',
}, async ({ applicant, lender }) => {
  const { page, say, at } = applicant;
  await borrow(applicant, lender);
  const before = await activeLoan(applicant);
  await page.goto(at('/profile'));
  await enter(page, page.getByRole('link', { name: say('place_ways') }));
  await applicant.isAt('/profile/components/payment/extend-info');
  await expect(page.getByRole('link', { name: say('late_way_extension', { count: 7 }) })).toBeVisible();
  await expectAccessible(page);
  const option = await optionOf(applicant, 14);
  const row = page.getByRole('row').filter({ hasText: say('extend_option', { count: 14 }) });
  await expect(row).toContainText(soles(option.price).replace('S/\u00a0', ''));
  await expect(page.getByText(soles(option.compareToPayingNow))).toBeVisible();
  // What the screen before looked like stays there.
  await expect(page.locator('.bullets li').first()).toHaveCSS('border-left-width', '0px');
  await expectAccessible(page);

  await enter(page, page.getByRole('link', { name: say('extend_info_go') }));
  await applicant.isAt('/profile/components/payment/extend-loan');
  await choose(page, page.getByRole('radio', { name: say('extend_option', { count: 14 }) }));
  await chooseMethod(applicant, 'BCP_AGENTE');
  const quote = page.getByRole('region', { name: say('extend_price') });
  await expect(quote).toContainText(soles(option.price));
  await expect(quote).toContainText(soles(option.totalCostAfter));
  await expect(quote).toContainText(formatDate(option.newDueDate));
  await expectAccessible(page);
  const accept = say('extend_accept', { amount: soles(option.price), date: formatDate(option.newDueDate) });
  await tick(page, page.getByRole('checkbox', { name: accept }));
  await enterTwice(page, page.locator('form button[type=submit]'));
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await proveByCode(applicant);

  await expect(page.locator('.pay-code')).toBeVisible();
  await expectAccessible(page);
  await payAtTheTill(applicant, { copies: 2 });
  await seesTheEnd(applicant, say('paid_title'));
  await expect(page.getByText(say('paid_extended', { date: formatDate(option.newDueDate) }))).toBeVisible();
  await expect(page.getByText(say('paid_tag', { amount: soles(option.price) }))).toBeVisible();
  await expectAccessible(page);

  const after = await activeLoan(applicant);
  expect([after?.nextPaymentDate, after?.principalOutstanding]).toEqual([
    option.newDueDate,
    before?.principalOutstanding,
  ]);
  expect((await paymentsOf(applicant)).map(({ status, amount }) => [status, amount])).toEqual([
    ['SUCCEEDED', option.price],
  ]);
  await enter(page, page.getByRole('main').getByRole('link', { name: say('pay_my_loans') }));
  await expect(page.locator('.due')).toContainText(formatDate(option.newDueDate));
  await expect(page.locator('.due .money.xl')).toHaveText(soles(after?.totalDue ?? 0));
  await expectWholeFile(applicant, ['EXTENSION_ADDENDUM', 'PAYMENT_RECEIPT']);
  await expectTrueLedger(lender);
});

test('a price that is paid in two parts moves the date once, and what is missing is asked for in between', async ({
  applicant,
  lender,
}) => {
  const { page, say, at } = applicant;
  await borrow(applicant, lender);
  const option = await optionOf(applicant, 14);
  const date = formatDate(option.newDueDate);
  const missing = soles(option.price - 5);
  const extend = at('/profile/components/payment/extend-loan');
  await page.goto(extend);
  await choose(page, page.getByRole('radio', { name: say('extend_option', { count: 14 }) }));
  await agreeAndPay(applicant, soles(option.price), date);
  await payAtTheTill(applicant, { amount: 5 });
  await seesTheEnd(applicant, say('paid_title'));
  await expect(page.locator('main')).toContainText(missing);

  // The term of the part is chosen, and its rest is what there is to pay.
  await page.goto(extend);
  await expect(page.getByText(say('extend_part', { missing, date }))).toBeVisible();
  await expect(page.getByRole('radio', { name: say('extend_option', { count: 14 }) })).toBeChecked();
  const card = page.getByRole('region', { name: say('extend_price') });
  await expect(card.locator('.money.xl')).toHaveText(missing);
  await expect(card).toContainText(soles(option.compareToPayingNow - 5));
  await expect(card).toContainText(soles(option.totalCostAfter - 5));
  await expectAccessible(page);
  await agreeAndPay(applicant, missing, date);
  await payAtTheTill(applicant);
  await seesTheEnd(applicant, say('paid_title'));
  await expect(page.getByText(say('paid_extended', { date }))).toBeVisible();
  expect((await activeLoan(applicant))?.nextPaymentDate).toBe(option.newDueDate);
  await expectTrueLedger(lender);
});

async function agreeAndPay(applicant: Applicant, amount: string, date: string): Promise<void> {
  const { page, say } = applicant;
  await chooseMethod(applicant, 'BCP_AGENTE');
  await tick(page, page.getByRole('checkbox', { name: say('extend_accept', { amount, date }) }));
  await enter(page, page.locator('form button[type=submit]'));
  // Who has just proven themselves is not asked again.
  const proof = page.getByRole('dialog', { name: say('reauth_title') });
  await expect(proof.or(page.locator('.pay-code'))).toBeVisible();
  if (await proof.isVisible()) await proveByCode(applicant);
  await expect(page.locator('.pay-code')).toBeVisible();
}
