import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { voidLoan } from '#loan/loan-life.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan, closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();

test('six instalments with all their parts add up, and the paid one is marked', { tags: 'spec-2.14' }, async () => {
  const client = await aClient(loans, EX2_TERMS);
  await closeThrough(loans, '2026-02-15');
  await pay(loans, client.loan.id, 635.63);
  const screen = await openClientScreen(loans, 'modals-payment-schedule', { jar: browserOf(client) });
  await screen.until(() => expect(document.querySelectorAll('.schedule tbody tr')).toHaveLength(7));
  const cells = [...document.querySelectorAll('.schedule tr.total td')].map((cell) => cell.textContent);
  expect(cells).toEqual(['3.000,00', '635,61', '124,12', '54,00', '3.813,73', '3.178,10']);
  expect(screen.text()).toContain('115/02/2026');
  expect(screen.find('.schedule tbody tr').lastElementChild?.textContent).toBe('Paid');
  await screen.press('.schedule tbody tr .explain');
  await screen.until(() => expect(document.querySelector('dialog')).not.toBeNull());
  const explained = document.querySelector('dialog')?.textContent ?? '';
  for (const line of ['Principal', 'Fees', 'IGV', '635,63']) expect(explained).toContain(line);
});

test('a loan that was cancelled before it was paid out does not promise dates', async () => {
  const borrower = await aBorrower(loans);
  const { id, loan } = await anOriginatedLoan(loans, undefined, borrower.personId);
  await withLoan(loans.context, { id }, async (locked) => {
    const change = voidLoan(locked.loan, 'withdrawn');
    if (change.kind === 'refused') throw new Error(change.reason);
    await locked.save(change, { kind: 'withdrawn', ref: randomUUID() });
  });
  const screen = await openClientScreen(loans, 'modals-payment-schedule', {
    jar: browserOf(borrower),
    search: `?loan=${loan.number}`,
  });
  await screen.until(() => expect(screen.text()).toContain('This loan was cancelled'));
  expect(screen.text()).not.toContain('The dates are known when');
});

test('without a loan there is no schedule', async () => {
  const screen = await openClientScreen(loans, 'modals-payment-schedule', { jar: browserOf(await aBorrower(loans)) });
  await screen.until(() => expect(screen.text()).toContain('There is no schedule yet'));
});
