import { writeFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { getPaymentOptions, type PaymentOptionsBody } from '#api/endpoints/payments/get-payment-options.ts';
import { makePaymentPreview, type PaymentPreviewBody } from '#api/endpoints/payments/make-payment-preview.ts';
import { PREPAYMENT_MODES } from '#loan/loan.ts';
import type { PaymentMethod } from '#loan/payment-intent.ts';
import { expectAccessible } from './accessible.ts';
import { Applicant, test } from './applicant.ts';
import {
  activeLoan,
  borrow,
  expectTrueLedger,
  IN_INSTALMENTS,
  payAtTheTill,
  paymentsOf,
  seesTheEnd,
  soles,
  todayOf,
} from './client.ts';
import { edgeFaults } from './edges.ts';
import { expect, listen } from './journey.ts';
import { choose, chooseMethod, enter, enterTwice, write } from './keyboard.ts';
import { call } from './prepared.ts';
import { expectWholeFigures } from './whole-figures.ts';

const REPAY = '/profile/components/payment/repay-loan';

/** Chooses how to pay, and presses the button twice as people do who doubt; with the keyboard alone, as all below. */
async function payBy({ page, say }: Applicant, method: PaymentMethod): Promise<void> {
  await chooseMethod({ page, say }, method);
  await enterTwice(page, page.locator('form button[type=submit]'));
}

/** Opens how a sum is worked out, and closes it: the sum is told, and the focus is back on it. */
async function readHowItComesAbout({ page, say }: Applicant, sum: Locator, amount: string): Promise<void> {
  await enter(page, sum);
  const dialog = page.getByRole('dialog', { name: say('explain_title', { amount }) });
  await expect(dialog.locator('.total td')).toHaveText(amount);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(sum).toBeFocused();
}

test('a loan is paid off with a code, from what is owed to the receipt', { tag: '@spec-1.3' }, async ({
  applicant,
  lender,
}) => {
  const { page, at, say } = applicant;
  await borrow(applicant, lender);
  await page.goto(at('/profile'));
  await expect(page.locator('.due .money.xl')).toHaveText(soles(576.57));
  await expectAccessible(page);
  await enter(page, page.locator('.how-it-is summary'));
  await expect(page.locator('.how-it-is .total td').first()).toHaveText(soles(576.57));
  // Thirty days are left: nobody is pressed to pay, and the page says what paying today costs.
  await expect(page.locator('.due')).toContainText(soles(509.44));
  await enter(page, page.locator('.due').getByRole('link', { name: say('profile_pay'), exact: true }));
  await expect(page.getByText(say('repay_ends')).filter({ visible: true })).toBeVisible();
  await expectAccessible(page);
  await readHowItComesAbout(applicant, page.locator('form .explain').first(), soles(509.44));
  await payBy(applicant, 'BCP_AGENTE');
  await expect(page.locator('.pay-code')).toBeVisible();
  await expectAccessible(page);
  await expectWholeFigures(page, 'code to pay with');
  await payAtTheTill(applicant, { copies: 2 });
  await seesTheEnd(applicant, say('paid_title_closed'));
  await expectAccessible(page);
  await expectWholeFigures(page, 'paid');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('paid_title_closed'));
  expect(await paymentsOf(applicant)).toHaveLength(1);
});

test('a card is declined, then accepted: nothing was charged, and then once', async ({ applicant, lender }) => {
  const { page, at, say } = applicant;
  await borrow(applicant, lender);
  for (const behaviour of ['insufficient-funds', 'approve']) {
    await page.goto(at(REPAY));
    await payBy(applicant, 'NIUBIZ');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('niubiz_title'));
    await expectAccessible(page);
    await enter(page, page.locator('.btn.big'));
    await enter(page, page.locator(`button[data-behaviour=${behaviour}]`));
    const title = behaviour === 'approve' ? say('paid_title_closed') : say('failed_title_FAILED');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectAccessible(page);
    expect(await edgeFaults(page)).toEqual([]);
  }
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('paid_title_closed'));
});

test('more than is due can shorten the loan, lower its instalments or pay the next ones', async ({
  applicant,
  lender,
}) => {
  const { page, at, say } = applicant;
  const number = await borrow(applicant, lender, IN_INSTALMENTS);
  const params = { number };
  const { purposes } = (await (await call(applicant, getPaymentOptions, { params })).json()) as PaymentOptionsBody;
  expect(purposes.find(({ code }) => code === 'PREPAY')?.modes).toEqual([...PREPAYMENT_MODES]);
  await page.goto(at(REPAY));
  await choose(page, page.getByRole('radio', { name: say('repay_PREPAY') }));
  await write(page, page.locator('#amount'), '300,50');
  const goes = page.locator('.pay-side .card.flat');
  // On a phone the allocation is in a fold, which says what is left and what is saved.
  const fold = goes.locator('.fold > summary');
  if (await fold.isVisible()) await enter(page, fold);
  let preview: PaymentPreviewBody | undefined;
  for (const mode of [...PREPAYMENT_MODES].reverse()) {
    await choose(page, page.getByRole('radio', { name: say(`repay_mode_${mode}`) }));
    const body = { amount: 300.5, date: await todayOf(applicant, number), mode };
    preview = (await (await call(applicant, makePaymentPreview, { params, body })).json()) as PaymentPreviewBody;
    const { outstandingAfter, scheduleAfter } = preview;
    await expect(goes.getByRole('row', { name: say('repay_left') })).toContainText(soles(outstandingAfter));
    await expect(fold).toContainText(soles(outstandingAfter));
    await expect(goes.locator('.after summary')).toHaveText(say('repay_after', { count: scheduleAfter.length }));
    await enter(page, goes.locator('.after summary'));
    await expect(goes.getByRole('table').last()).toContainText(soles(scheduleAfter[0]?.total ?? 0).slice(3));
    await expectAccessible(page);
  }
  await payBy(applicant, 'PAGOEFECTIVO');
  await applicant.isAt('/profile/components/bcp-agente-method');
  await expectAccessible(page);
  await payAtTheTill(applicant);
  await seesTheEnd(applicant, say('paid_title'));
  await expect(page.getByText(say('paid_tag', { amount: soles(300.5) }))).toBeVisible();
  const loan = await activeLoan(applicant);
  expect(loan?.totalOutstanding).toBe(preview?.outstandingAfter);
  // The receipt begins with what is left.
  await expect(page.locator('.money.xl')).toHaveText(soles(preview?.outstandingAfter ?? 0));
  const left = loan?.schedule.filter(({ unpaid }) => unpaid > 0).map(({ unpaid }) => unpaid);
  expect(left).toEqual(preview?.scheduleAfter.map(({ total }) => total));
  await page.goto(at('/profile'));
  await expect(page.locator('.due')).toContainText(soles(loan?.totalOutstanding ?? 0));
  await expectAccessible(page);
  await page.goto(at('/modals/payment-schedule'));
  await expect(page.getByRole('table').first()).toContainText(soles(left?.[0] ?? 0).slice(3));
  await expectAccessible(page);
  await expectTrueLedger(lender);
});

test('an amount of one’s own is one payment, in two tabs, after Back, after a reload and paid three times', async ({
  applicant,
  lender,
  complaints,
}) => {
  const { page, at, say } = applicant;
  const params = { number: await borrow(applicant, lender) };
  const body = { amount: 120.5, date: await todayOf(applicant, params.number) };
  const { outstandingAfter } = await (await call(applicant, makePaymentPreview, { params, body })).json();
  const second = await page.context().newPage();
  listen(second, complaints);
  const tabs = [applicant, new Applicant({ ...applicant, page: second })];
  for (const tab of tabs) {
    await tab.page.goto(at(REPAY));
    await choose(tab.page, tab.page.getByRole('radio', { name: say('repay_PARTIAL') }));
    await write(tab.page, tab.page.locator('#amount'), '120,5');
  }
  await payBy(applicant, 'PAGOEFECTIVO');
  const code = await page.locator('.pay-code').textContent();
  for (const tab of tabs.slice(1)) await payBy(tab, 'PAGOEFECTIVO');
  await expect(second.locator('.pay-code')).toHaveText(code ?? '');

  await page.goBack();
  await applicant.isAt(REPAY);
  await page.reload();
  await expect(page.getByRole('link', { name: soles(120.5) })).toBeVisible();
  await expectAccessible(page);
  await choose(page, page.getByRole('radio', { name: say('repay_PARTIAL') }));
  await write(page, page.locator('#amount'), '120,50');
  await payBy(applicant, 'PAGOEFECTIVO');
  await expect(page.locator('.pay-code')).toHaveText(code ?? '');
  await payAtTheTill(applicant, { copies: 3 });
  for (const tab of tabs) await seesTheEnd(tab, say('paid_title'));
  expect(await paymentsOf(applicant)).toHaveLength(1);
  const after = await activeLoan(applicant);
  expect(after?.totalOutstanding).toBe(outstandingAfter);
  await page.goto(at('/profile'));
  await expect(page.locator('.due .money.xl')).toHaveText(soles(after?.totalDue ?? 0));
});

test('a client reports a transfer with its voucher, and it is done when the bank’s statement has it', async ({
  applicant,
  lender,
}, testInfo) => {
  const { page, at, say } = applicant;
  await borrow(applicant, lender);
  await page.goto(at(REPAY));
  await payBy(applicant, 'MANUAL');
  await expect(applicant.heading('viabcp_title_transfer')).toBeVisible();
  // No button leaves the column, whatever letters the device has.
  const outside = await page.locator('.accounts').evaluate((list) => {
    const { right } = list.getBoundingClientRect();
    return [...list.querySelectorAll('button')].filter((button) => button.getBoundingClientRect().right > right + 1)
      .length;
  });
  expect(outside).toBe(0);
  await expectAccessible(page);
  const reference = (await page.locator('.pay-code').first().textContent()) ?? '';
  // First it is paid: what the voucher says is asked below, in a fold.
  await enter(page, page.locator('summary', { hasText: say('viabcp_voucher') }));
  await enter(page, applicant.button('viabcp_send'));
  await expect(page.locator('#paidTo')).toBeFocused();
  await expectAccessible(page);
  const operation = `OP${applicant.who.documentNumber}`;
  await write(page, applicant.field('viabcp_operation'), operation);
  await page.getByRole('radio', { name: /^BCP/ }).press('Space');
  await write(page, applicant.field('viabcp_from_bank'), 'Caja Arequipa');
  const picture = await page.screenshot({ type: 'jpeg' });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'voucher.jpg', mimeType: 'image/jpeg', buffer: picture });
  await enterTwice(page, applicant.button('viabcp_send'));
  await expect(applicant.heading('viabcp_title_review')).toBeVisible();
  await expect(page.getByText(operation)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(applicant.heading('viabcp_title_review')).toBeVisible();

  const [payment] = await paymentsOf(applicant);
  const statement = testInfo.outputPath('statement.csv');
  const today = payment?.voucher?.paidAt;
  const row = [today, operation, String(payment?.amount), `TRANSFERENCIA ${reference}`].join(',');
  await writeFile(statement, `date,bank_ref,amount,description\n${row}\n`);
  for (const times of ['once', 'twice']) {
    const report = await lender('statements', 'import', statement, '--bank', 'BCP');
    expect(report, times).toContain(times === 'once' ? 'matched:\nOP' : 'known: 1');
  }
  await seesTheEnd(applicant, say('paid_title_closed'));
  await expect(page.locator('.money.xl')).toHaveText(soles(0));
  await expect(page.locator('[aria-labelledby=paid-receipt]')).toContainText(soles(payment?.amount ?? 0));
  await expectAccessible(page);
  expect(await activeLoan(applicant)).toBeNull();
});
