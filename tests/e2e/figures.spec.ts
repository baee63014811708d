import type { Page } from '@playwright/test';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { test } from './applicant.ts';
import { deviceStep, sign, takeOffer } from './application-steps.ts';
import { borrow, IN_INSTALMENTS } from './client.ts';
import { edgeFaults } from './edges.ts';
import { expect } from './journey.ts';
import { layoutFaults, smallHeadings } from './layout-faults.ts';
import { showAs } from './looks.ts';
import { applied } from './prepared.ts';
import { drawnPaths } from './public-paths.ts';
import { expectWholeFigures, showsMoney } from './whole-figures.ts';

/** The largest loan that needs no pictures, in the most instalments. */
const LARGE = { installmentInquiry: { amount: 1000, term: 12, productId: 12 } };
const RICH = { financial: { monthlyIncome: 9000, monthlyExpenses: 500 } };

const CLIENT_AREA = [
  '/profile',
  '/profile/documents',
  '/calculator',
  '/profile/what-if',
  '/profile/components/payment/repay-loan',
  '/profile/components/payment/extend-info',
  '/profile/components/payment/extend-loan',
  '/profile/components/payment/payment-plan-info',
  '/profile/cards/trust-level',
  '/profile/cards/payment-plan',
  '/profile/cards/flex-pay',
  '/modals/payment-schedule',
] as const;

test('every figure of an offer, an agreement and a signed loan is whole, at every width and in a wider font', async ({
  applicant,
}) => {
  const { page, at } = applicant;
  await applied(applicant, { inquiry: LARGE, ...RICH });
  await page.goto(at('/application/iov'));
  await deviceStep(applicant);
  await applicant.isAt('/application/offer');
  await expectWholeFigures(page, 'offer');
  expect.soft(await edgeFaults(page), 'offer').toEqual([]);
  await expectWholeWords(page, 'offer');
  await takeOffer(applicant);
  await applicant.isAt('/application/agreement');
  await expectWholeFigures(page, 'agreement');
  expect.soft(await edgeFaults(page), 'agreement').toEqual([]);
  await expectWholeWords(page, 'agreement');
  await sign(applicant);
  await applicant.isAt('/application/completed');
  await expectWholeFigures(page, 'completed');
  expect.soft(await edgeFaults(page), 'completed').toEqual([]);
  await expectWholeWords(page, 'completed');
});

// At every width. On the phones of every change pages.spec.ts looks at them with the rest of each page.
if (IS_FULL_RUN) {
  test('every figure of the public pages is whole', async ({ page, at }) => {
    const seen: string[] = [];
    for (const path of await drawnPaths(page, at)) {
      if (path === at('/no-such-page')) continue;
      await page.goto(path);
      if (!(await showsMoney(page))) continue;
      seen.push(path);
      await expectWholeFigures(page, path);
    }
    expect(seen).toEqual(expect.arrayContaining([at('/'), at('/tarifas'), at('/calculators')]));
  });
}

test('the example that a visitor without a choice reads keeps its sentence apart from its figures', async ({
  page,
  at,
}) => {
  await page.goto(at('/application/new-client'));
  const card = page.locator('.card:has(.facts)').first();
  const sentenceOfCard = card.locator('p').first();
  await expect(sentenceOfCard).toBeVisible();
  const [sentence, figures] = await Promise.all([sentenceOfCard.boundingBox(), card.locator('.facts').boundingBox()]);
  expect((figures?.y ?? 0) - ((sentence?.y ?? 0) + (sentence?.height ?? 0))).toBeGreaterThanOrEqual(8);
});

/** With letters twice as large no short word is broken, nothing is cut off and nothing lies over something else. */
async function expectWholeWords(page: Page, place: string): Promise<void> {
  const before = page.viewportSize();
  await showAs(page, { widthPx: 360, scheme: 'light', textPercent: 200 });
  expect.soft(await layoutFaults(page), `${place} with letters twice as large`).toEqual([]);
  expect.soft(await smallHeadings(page), `${place} with letters twice as large`).toEqual([]);
  await showAs(page, { widthPx: 360, scheme: 'light', textPercent: 100 });
  if (before) await page.setViewportSize(before);
}

const SINGLE = ['a single payment', { product: 1, amount: 500, term: 30 }] as const;
const REGULAR = ['instalments', IN_INSTALMENTS] as const;

for (const [name, terms] of IS_FULL_RUN ? [SINGLE, REGULAR] : [REGULAR]) {
  test(`every figure of the client area is whole with ${name}`, async ({ applicant, lender }) => {
    const { page, at } = applicant;
    await borrow(applicant, lender, terms);
    for (const path of CLIENT_AREA) {
      await page.goto(at(path));
      await expectWholeFigures(page, path);
      expect.soft(await edgeFaults(page), path).toEqual([]);
      await expectWholeWords(page, path);
    }
    // The last one is the schedule: a wide window shows each part of an instalment.
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(page.locator('td.wide-only').first()).toBeVisible();
  });
}
