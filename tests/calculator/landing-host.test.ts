import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openWindow } from '#tests/support/browser/browser-window.ts';
import { ex1Props, installmentProps, openCard, renderCard } from '#tests/support/browser/calculator-card.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

const LESS = '.step button:first-child';
const A_DATE = /\d\d\/\d\d\/\d{4}/;

test.each([
  ['a single payment', ex1Props],
  ['instalments', installmentProps],
])(
  'every date of repayment of %s is in an element that a landing host hides',
  {
    tags: ['spec-2.48', 'spec-3.3'],
  },
  async (_, propsOf) => {
    openWindow('http://localhost:4321/tarifas/');
    document.body.innerHTML = await renderCard(await propsOf(lending));
    expect(document.body.textContent).toMatch(A_DATE);
    for (const each of document.querySelectorAll('.repay-date')) each.remove();
    expect(document.body.textContent).not.toMatch(A_DATE);
    const css = readFileSync(new URL('../../src/calculator/parts/receipt.css', import.meta.url), 'utf8');
    expect(css).toMatch(/:root\[data-host="landing"\] \.repay-date \{\s*display: none;/);
  },
);

test('on a landing host the result is heard without the date that it does not show', {
  tags: ['spec-2.48', 'spec-3.3'],
}, async () => {
  const page = await openCard(lending, await ex1Props(lending));
  document.documentElement.dataset['host'] = 'landing';
  await page.press(LESS);
  await page.until(() => expect(page.text('[role=status]')).toMatch(/^You pay back S\/ 519,27\. TCEA [\d.,]+ %\.$/));
});

test('a landing host, which shows no due dates, does not say that they moved', { tags: ['spec-2.48'] }, async () => {
  const nowMs = lending.clock.now();
  const page = await openCard(lending, await ex1Props(lending));
  document.documentElement.dataset['host'] = 'landing';
  const { replaceEnvironment } = await import('#stores/environment.ts');
  replaceEnvironment({ ...page.environment.parts, nowMs: () => nowMs });
  lending.clock.moveTo('2026-01-16');
  await page.press(LESS);
  await page.until(() => expect(page.find('.receipt').dataset['confirmation']).toBe('confirmed'));
  expect(page.text('.facts')).toContain('15/02/2026');
  expect(page.text('.receipt .note')).toBe('');
  expect(page.text('[role=status]')).not.toContain('new day');
});

test('a page of a lender who chose the dot shows no amount with a comma before its céntimos', async () => {
  const page = await openCard(lending, await ex1Props(lending));
  document.documentElement.dataset['amounts'] = 'dot';
  await page.press(LESS);
  await page.until(() => expect(page.text('.cta a')).toBe('Apply now for S/ 450.00'));
  expect(page.text('.money.xl')).toMatch(/^S\/ 519\.27$/);
  expect(page.text('.facts')).not.toMatch(/\d,\d\d(?!\d)/);
});
