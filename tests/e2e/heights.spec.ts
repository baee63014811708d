import type { Page } from '@playwright/test';
import { type Applicant, test } from './applicant.ts';
import { borrow, IN_INSTALMENTS } from './client.ts';
import { edgeFaults } from './edges.ts';
import { expect } from './journey.ts';
import { chooseMethod } from './keyboard.ts';
import { layoutFaults } from './layout-faults.ts';
import { oneAtATime } from './moving-date.ts';
import { SITUATIONS } from './situations.ts';

/** A page of a client's loan on a phone, in each state: who is late needs it short (screens.md §2). */
const MOST_PX = 1_500;

const REPAY = '/profile/components/payment/repay-loan';
const WHAT_IF = '/profile/what-if';

const LONGEST = { product: 12, amount: 1000, term: 12 };

/** My loan, paying it and what else could be done with it: each is short. */
async function expectShort(applicant: Applicant, state: string): Promise<void> {
  const { page, at } = applicant;
  for (const path of ['/profile', REPAY, WHAT_IF]) {
    await page.goto(at(path));
    await expect(page.locator(path === '/profile' ? 'h2' : 'main .btn, main .pay-bar').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectShortHere(applicant, `${path}, ${state}`);
  }
}

async function expectShortHere({ page }: Applicant, state: string): Promise<void> {
  const phone = { width: 360, height: 740 };
  await page.setViewportSize(phone);
  process.stdout.write(`${await heightOf(page)} px: ${state}\n`);
  expect.soft(await heightOf(page), state).toBeLessThanOrEqual(MOST_PX);
  // What is to be pressed is in the first screen, or stays at its foot.
  const bar = page.locator('.pay-bar');
  if (await bar.isVisible()) expect.soft(await bar.evaluate(bottomOf), `${state}: the button`).toBeLessThanOrEqual(740);
  expect.soft(await edgeFaults(page), state).toEqual([]);
  expect.soft(await layoutFaults(page), state).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect.soft(await edgeFaults(page), `${state} on a desk`).toEqual([]);
}

const bottomOf = (element: Element): number => Math.round(element.getBoundingClientRect().bottom);

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
}

test.describe('my loan, paying it and ¿Y si…? are short on a phone', () => {
  test.use({
    baseURL: async ({ baseURL: _ }, use, { project }) => use(String(project.metadata['elsewhere'])),
    lender: async ({ lenderIn }, use, { project }) => use(lenderIn(String(project.metadata['dataDirElsewhere']))),
  });

  for (const [name, terms, days] of [
    ['a single payment', { product: 1, amount: 300, term: 7 }, [0, 4, 7, 5, 10, 25]],
    ['six instalments', IN_INSTALMENTS, [0, 45, 30]],
    ['twelve instalments', LONGEST, [0, 41, 30, 40]],
  ] as const) {
    test(`with ${name}, on time and later and later`, async ({ applicant, lender }, { project }) => {
      await oneAtATime(String(project.metadata['dataDirElsewhere']), async () => {
        await borrow(applicant, lender, terms);
        let day = 0;
        for (const more of days) {
          if (more > 0) await lender('date', 'advance', String(more));
          day += more;
          await expectShort(applicant, `${name}, day ${day}`);
        }
      });
    });
  }

  test('with a plan', async ({ applicant, lender }, { project }) => {
    await oneAtATime(String(project.metadata['dataDirElsewhere']), async () => {
      await SITUATIONS['past-due'](applicant, lender);
      await SITUATIONS['in-a-plan'](applicant, lender);
      await expectShort(applicant, 'a plan');
    });
  });
});

test('paying is short on a phone, whatever is chosen, wrong or under way', async ({ applicant, lender }) => {
  const { page, at, say } = applicant;
  await borrow(applicant, lender, IN_INSTALMENTS);
  await page.goto(at(REPAY));
  await page.getByRole('radio', { name: say('repay_PREPAY') }).check();
  await page.locator('#amount').fill('400');
  await expect(page.locator('.pay-side .fold small')).toContainText(say('repay_savings'));
  await expectShortHere(applicant, 'paying ahead');
  await page.locator('#amount').fill('40000');
  await page.locator('form button[type=submit]').click();
  await expect(page.locator('#amount-error')).toBeVisible();
  await expectShortHere(applicant, 'paying ahead too much');
});

test('paying is short on a phone beside a payment that waits', async ({ applicant, lender }) => {
  const { page, at, say } = applicant;
  await borrow(applicant, lender);
  await SITUATIONS['paying-by-agent'](applicant, lender);
  await page.goto(at(REPAY));
  await expect(page.getByText(say('repay_waiting'))).toBeVisible();
  await expectShortHere(applicant, 'paying beside a payment that waits');
});

test('other figures of ¿Y si…? are asked on a page that stays short', async ({ applicant, lender }) => {
  const { page, at, say } = applicant;
  await borrow(applicant, lender);
  await page.goto(at(WHAT_IF));
  await page.locator('summary', { hasText: say('what_if_change') }).click();
  await expectShortHere(applicant, 'other figures');
});

test('a transfer is short on a phone, its account, its voucher and what is missing in it', async ({
  applicant,
  lender,
}) => {
  const { page, at, say } = applicant;
  await borrow(applicant, lender);
  await page.goto(at(REPAY));
  await chooseMethod(applicant, 'MANUAL');
  await page.locator('form button[type=submit]').click();
  await expect(applicant.heading('viabcp_title_transfer')).toBeVisible();
  await expectShortHere(applicant, 'a transfer');
  // It leaves a desk's window: there the button of every number is beside it, of the longest too.
  const heights = await page
    .locator('.accounts .apart')
    .evaluateAll((numbers) => numbers.map((each) => Math.round(each.getBoundingClientRect().height)));
  expect(new Set(heights).size, String(heights)).toBe(1);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('.accounts summary').first().click();
  await expectShortHere(applicant, 'a transfer, with an account');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('summary', { hasText: say('viabcp_voucher') }).click();
  await expect(page.locator('.accounts')).toBeHidden();
  await expectShortHere(applicant, 'a transfer, with its voucher');
  await applicant.button('viabcp_send').click();
  await expect(page.locator('#paidTo')).toBeFocused();
  await expectShortHere(applicant, 'a transfer, with a voucher that lacks something');
});

test('on a desk my loan is a column of 720 px and a rail of 360 px, which begins and ends nothing else', async ({
  applicant,
  lender,
}) => {
  const { page, at } = applicant;
  await borrow(applicant, lender);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(at('/profile'));
  await expect(page.locator('.rail .way')).toBeVisible();
  const [column, rail] = await Promise.all([page.locator('.due').boundingBox(), page.locator('.rail').boundingBox()]);
  expect([column?.width, rail?.width].map((width) => Math.round(width ?? 0))).toEqual([720, 360]);
  expect(column?.y).toBe(rail?.y);
});

test('what is wrong with an answer is said beside the whole question', async ({ applicant }) => {
  const { page, at } = applicant;
  await SITUATIONS.asked(applicant, async () => '');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(at('/application/personal'));
  await applicant.press('step_continue');
  await expect(page.locator('fieldset [aria-invalid=true]').first()).toBeVisible();
  expect(await edgeFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
});
