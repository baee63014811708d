import { expect, test } from 'vitest';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withClientLoans } from '#tests/support/loans/client-loans.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withClientLoans();

/** Reads the dialog that was opened last. */
const said = () => [...document.querySelectorAll('dialog')].at(-1)?.textContent?.replaceAll('\u00a0', ' ') ?? '';

test('what is paid back, and what it costs, open how they are worked out before the offer is taken', async () => {
  const jar = browserOf(await anApplicant(lending, 'OFFER'));
  const screen = await openClientScreen(lending, 'application-offer', { jar });
  await screen.until(() => expect(screen.text()).toContain('You pay back'));
  await screen.press('.lead-figures .explain');
  expect(said()).toContain('How S/ 573,03 is worked out');
  for (const line of ['Principal500,00', 'Interest31,89', 'Technology fee12,00', 'IGV11,14']) {
    expect(said()).toContain(line);
  }
  await screen.press('.lead-figures dl .explain');
  expect(said()).toContain('How 413,44 % is worked out');
  expect(said()).toContain('You receive S/ 500,00 and pay back S/ 573,03 on one date, 14/02/2026.');
  await screen.press('aside .explain');
  expect(said()).toContain('How S/ 73,03 is worked out');
  expect(said()).not.toContain('Principal');
});

test('an offer for less than what was asked says both amounts', async () => {
  const modest = { monthlyIncome: 1300, monthlyExpenses: 900 };
  const less = await anApplicant(lending, 'OFFER', { financial: modest });
  const screen = await openClientScreen(lending, 'application-offer', { jar: browserOf(less) });
  await screen.until(() => expect(screen.text()).toMatch(/You asked forS\/\s500,00/));
  expect(screen.text()).toMatch(/You receive S\/\s[1-4]\d\d,00/);
});

test('an offer for all that was asked says its amount once', async () => {
  const jar = browserOf(await anApplicant(lending, 'OFFER'));
  const screen = await openClientScreen(lending, 'application-offer', { jar });
  await screen.until(() => expect(screen.text()).toContain('You pay back'));
  expect(screen.text()).not.toContain('You asked for');
});
