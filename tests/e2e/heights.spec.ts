import type { Page } from '@playwright/test';
import { type Applicant, test } from './applicant.ts';
import { borrow, IN_INSTALMENTS } from './client.ts';
import { edgeFaults } from './edges.ts';
import { expect } from './journey.ts';
import { layoutFaults } from './layout-faults.ts';
import { oneAtATime } from './moving-date.ts';
import { SITUATIONS } from './situations.ts';

/** The loan of a client on a phone, in each state: who is late needs it short (screens.md §2). */
const MOST_PX = 1_500;

const LONGEST = { product: 12, amount: 1000, term: 12 };

async function expectShort({ page, at }: Applicant, state: string): Promise<void> {
  await page.goto(at('/profile'));
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const phone = { width: 360, height: 740 };
  await page.setViewportSize(phone);
  process.stdout.write(`${await heightOf(page)} px: my loan, ${state}\n`);
  expect.soft(await heightOf(page), state).toBeLessThanOrEqual(MOST_PX);
  expect.soft(await edgeFaults(page), state).toEqual([]);
  expect.soft(await layoutFaults(page), state).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect.soft(await edgeFaults(page), `${state} on a desk`).toEqual([]);
}

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
}

test.describe('my loan is short on a phone', () => {
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
