import { getTopUp } from '#api/endpoints/arrangements/get-top-up.ts';
import type { PlanOfferBody } from '#api/payment-plan-body.ts';
import { formatAmount } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { expectAccessible } from './accessible.ts';
import { test } from './applicant.ts';
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
import { focusFaults } from './focus-walk.ts';
import { expect } from './journey.ts';
import { choose, chooseMethod, enter, enterTwice, pick, tabTo, tick } from './keyboard.ts';
import { oneAtATime } from './moving-date.ts';
import { call } from './prepared.ts';
import { expectWholeFigures } from './whole-figures.ts';

// The other product: nobody else's dates move.
test.use({
  baseURL: async ({ baseURL: _ }, use, { project }) => use(String(project.metadata['elsewhere'])),
  lender: async ({ lenderIn }, use, { project }) => use(lenderIn(String(project.metadata['dataDirElsewhere']))),
});

test('more is lent on a running loan, with the keyboard alone: chosen, signed with a code, and part of the loan', async ({
  applicant,
  lender,
}, { project }) => {
  const { page, say, at } = applicant;
  await oneAtATime(String(project.metadata['dataDirElsewhere']), async () => {
    await borrow(applicant, lender, { product: 1, amount: 200, term: 30 });
    await lender('date', 'advance', '6');
    const before = await activeLoan(applicant);
    await page.goto(at('/calculator'));
    const calculator = page.getByRole('form', { name: say('client_calc_additional_title') });
    const slider = calculator.getByRole('slider');
    await expect(slider).toHaveAttribute('max', String(before?.topUpOffer?.principalAvailable));
    await expectAccessible(page);
    await tabTo(page, slider);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    const amount = Number(await slider.inputValue());
    await enter(
      page,
      calculator.getByRole('button', { name: say('client_calc_additional_ask', { amount: soles(amount) }) }),
    );

    await applicant.isAt('/application/offer-topup');
    const { topUp } = await (await call(applicant, getTopUp)).json();
    const { topUpTotal, loanTotalAfter } = topUp.offer;
    await expect(page.locator('.money.xl').first()).toHaveText(soles(topUpTotal));
    await expect(page.getByText(soles(loanTotalAfter)).first()).toBeVisible();
    await expectAccessible(page);
    await expectWholeFigures(page, 'offer-topup');
    await tick(page, page.getByRole('checkbox'));
    await enterTwice(page, page.locator('form button[type=submit]').last());
    await proveByCode(applicant);
    await applicant.isAt('/application/topup-completed');
    await expectAccessible(page);
    await expectWholeFigures(page, 'topup-completed');

    await expect.poll(async () => (await activeLoan(applicant))?.topUpStatus).toBe(null);
    const after = await activeLoan(applicant);
    expect(after?.principalOutstanding).toBe((before?.principalOutstanding ?? 0) + amount);
    expect(after?.totalOutstanding).toBe(loanTotalAfter);
    await enter(page, applicant.button('outcome_my_loan'));
    await applicant.isAt('/profile');
    await expect(page.locator('.due .money.xl')).toHaveText(soles(loanTotalAfter));
    await expectWholeFile(applicant, ['TOPUP_ADDENDUM']);
    await expectTrueLedger(lender);
  });
});

test(
  'a late loan becomes a plan of payments, with the keyboard alone, and its first one is paid',
  { tag: '@spec-1.3' },
  async ({ applicant, lender }, { project }) => {
    const { page, say, at } = applicant;
    await oneAtATime(String(project.metadata['dataDirElsewhere']), async () => {
      await borrow(applicant, lender, { product: 1, amount: 300, term: 7 });
      await lender('date', 'advance', '14');
      expect((await activeLoan(applicant))?.status).toBe('PAST_DUE');
      await page.goto(at('/profile'));
      await expect(page.locator('.tag.due')).toBeVisible();
      await expectAccessible(page);
      // The menu and the ways out come last: whatever comes after the walk began would be out of its order.
      await expect(page.locator('button.account-btn')).toBeVisible();
      await expect(page.getByText(say('late_promise_open'))).toBeVisible();
      expect(await focusFaults(page)).toEqual([]);
      await enter(page, page.getByRole('link', { name: say('late_way_plan', { count: 3 }) }));
      await expect(page).toHaveURL(/\/profile\/cards\/payment-plan\/\?payments=3$/);
      await enter(page, page.getByRole('link', { name: say('plan_how') }));
      await applicant.isAt('/profile/components/payment/payment-plan-info');
      await expectAccessible(page);
      await enter(page, page.getByRole('main').locator('a.btn').first());

      await applicant.isAt('/profile/cards/payment-plan');
      const answered = page.waitForResponse(
        async (answer) =>
          answer.url().endsWith('/payment-plan/offer') && answer.request().postDataJSON().numberOfPayments === 3,
      );
      await pick(page, applicant.field('plan_payments'), '3');
      const offer = (await (await answered).json()) as PlanOfferBody;
      const table = page.getByRole('table', { name: say('plan_table') });
      await expect(table.getByRole('row')).toHaveCount(5);
      for (const { dueDate, amount } of offer.payments) {
        const row = table.getByRole('row').filter({ hasText: formatDate(dueDate) });
        await expect(row).toContainText(formatAmount(fromSoles(amount.total)));
      }
      await expect(page.getByText(say('plan_waived', { amount: soles(offer.waived.moratory) }))).toBeVisible();
      await choose(page, page.getByRole('radio', { name: say('plan_channel_PAGOEFECTIVO') }));
      await tick(page, page.getByRole('checkbox', { name: say('plan_accept') }));
      await expectAccessible(page);
      await enterTwice(page, page.locator('form button[type=submit]').last());
      await proveByCode(applicant);
      await expect(page.getByText(say('plan_done'))).toBeVisible();
      await expectAccessible(page);

      const loan = await activeLoan(applicant);
      expect([loan?.status, loan?.plan?.total]).toEqual(['PAYMENT_PLAN', offer.total]);
      await enter(page, page.getByRole('link', { name: say('plan_schedule_link') }));
      await applicant.isAt('/modals/payment-plan-schedule');
      await expect(page.getByRole('table')).toContainText(soles(offer.total));
      await expectAccessible(page);
      await enter(page, page.getByRole('link', { name: say('plan_schedule_close') }));
      const first = offer.payments[0]?.amount.total ?? 0;
      await enter(page, page.getByRole('link', { name: say('plan_pay', { amount: soles(first) }) }));
      await chooseMethod(applicant, 'PAGOEFECTIVO');
      await enterTwice(page, page.locator('form button[type=submit]').last());
      await payAtTheTill(applicant, { copies: 2 });
      await seesTheEnd(applicant, say('paid_title'));
      await expectAccessible(page);
      const paid = await activeLoan(applicant);
      expect([paid?.status, paid?.plan?.paid]).toEqual(['PAYMENT_PLAN', first]);
      expect(await paymentsOf(applicant)).toHaveLength(1);
      await page.goto(at('/calculator'));
      await expect(page.getByText(say('client_calc_plan_title'))).toBeVisible();
      await expectAccessible(page);
      await expectWholeFile(applicant, ['PLAN_AGREEMENT', 'PAYMENT_RECEIPT']);
      await expectTrueLedger(lender);
    });
  },
);
