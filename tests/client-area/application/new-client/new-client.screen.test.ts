import { expect, test } from 'vitest';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aClient, browserOf } from '#tests/support/people/client.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';

const lending = withClientLoans({ operatorToken: OPERATOR_TOKEN });
const NOTHING = 'You owe nothing';
const TOO_POOR = { financial: { monthlyIncome: 300, monthlyExpenses: 0 } };

test.each([
  ['owes', () => aClientOn(lending, '2026-01-20'), 'You already have an active loan.'],
  ['is late', () => aClientOn(lending, '2026-03-10'), 'You already have an active loan.'],
  ['was refused', () => anApplicant(lending, 'REJECTED', TOO_POOR), 'You can apply again from'],
  ['has applied', () => anApplicant(lending, 'SCORING'), 'You already have an application under way.'],
] as const)('who %s is told so first, and never that nothing is owed', async (_, make, words) => {
  const screen = await openClientScreen(lending, 'application-new-client', { jar: browserOf(await make()) });
  const said: string[] = [];
  await screen.until(() => {
    said.push(screen.text());
    expect(screen.text()).toContain(words);
  });
  expect(said.filter((text) => text.includes(NOTHING))).toEqual([]);
  expect(screen.text()).not.toContain('Apply for S/');
});

test('who may apply is told that nothing is owed for it, and can send it', async () => {
  const jar = browserOf(await aClient(lending, { session: 'full' }));
  const screen = await openClientScreen(lending, 'application-new-client', { jar });
  await screen.until(() => expect(screen.text()).toContain('Apply for S/'));
  expect(screen.text()).toContain('You owe nothing for this loan yet');
});

test.each([
  [500, 3, 11, 'no pictures and no referees'],
  [600, 3, 11, 'the telephone of somebody who knows you'],
  [1000, 7, 12, 'the telephone of somebody who knows you'],
  [1100, 7, 12, 'pictures of your document'],
] as const)(
  'somebody who asks for S/ %s reads before the first question what is asked for, and how long it takes',
  async (amount, term, productId, words) => {
    const search = `?amount=${amount}&term=${term}&productType=INSTALLMENT&productId=${productId}`;
    const screen = await openClientScreen(lending, 'application-new-client', { search });
    await screen.until(() => expect(screen.text()).toContain(words));
    expect(screen.text().includes('pictures of your document')).toBe(amount > 1000);
    // How many people is the dated policy's to say, which a lender may have had for years.
    expect(screen.text()).not.toMatch(/\b(?:one|two) (?:person|people)/);
    expect(screen.text()).toContain('the same business day');
    expect(screen.find('a[href="/en/requisitos/"]').textContent).toBe('All we ask for');
  },
);
