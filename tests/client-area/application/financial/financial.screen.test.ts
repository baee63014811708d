import { expect, test } from 'vitest';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { aFinancialStep } from '#tests/support/applications/application-form.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();
const MORE = { inquiry: { installmentInquiry: { amount: 600, term: 3, productId: 11 } } };
const ONLY_ABOVE = ['For how long?', 'Where do you work?', 'Which day of the month are you paid?', 'Type of account'];

/** Step 2 with what a small amount asks for, as typed before. */
async function aTypedForm(options = {}) {
  const applicant = await anApplicant(lending, 'FINANCIAL', options);
  const { incomeSource, monthlyIncome, monthlyExpenses, otherLoanPayments, bankId, cci } = aFinancialStep();
  const body = { incomeSource, monthlyIncome, monthlyExpenses, otherLoanPayments, bankId, cci };
  const path = '/api/v1/application/draft/financial';
  const headers = { ...applicant.headers, 'Content-Type': 'application/json' };
  const saved = await lending.app.request(path, { method: 'PATCH', headers, body: JSON.stringify(body) });
  expect(saved.status).toBe(204);
  const screen = await openClientScreen(lending, 'application-financial', { jar: browserOf(applicant) });
  await screen.until(() => screen.find('form button[type=submit]'));
  return screen;
}

test('for S/ 500 an employee is not asked for an employer, nor for a payday', async () => {
  const screen = await aTypedForm();
  for (const question of ONLY_ABOVE) expect(screen.text()).not.toContain(question);
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(window.location.pathname).toContain('/application/iov'));
});

test('above it they are, each with its error, and nothing is sent', async () => {
  const screen = await aTypedForm(MORE);
  for (const question of ONLY_ABOVE) expect(screen.text()).toContain(question);
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('Choose the day you are paid.'));
  expect(screen.environment.requests).not.toContain('POST /api/v1/application/financial');
});
