import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { decideWriteOff } from '#loan/agreements.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aLoan, pay } from '#tests/support/loans/loan-service.ts';
import { signIn } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();

test('a browser that is only remembered does not hear that there was never a loan', async () => {
  const client = await aClientOn(loans, '2026-02-14');
  await pay(loans, client.loan.id, 573.03);
  const remembered = await signIn(loans, client.personId, 'basic');
  const screen = await openClientScreen(loans, 'profile', { jar: browserOf(remembered) });
  await screen.until(() => expect(screen.text()).toContain('You have no loan at the moment'));
  expect(screen.text()).not.toContain('You have no loan yet');
});

test('a small credit of a loan that is over is offered, not kept for a payment that never comes', {
  tags: 'promise-money-that-goes-back',
}, async () => {
  const client = await aClientOn(loans, '2026-02-14');
  await pay(loans, client.loan.id, 576.03);
  const screen = await openClientScreen(loans, 'profile', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('S/ 3,00 in your favour'));
  await screen.press('.note button.btn.line');
  await screen.until(() => expect(screen.text()).toContain('S/ 3,00 is on its way to your account'));
});

test('the credit of an earlier loan shows beside a loan that runs, and goes out of its own', async () => {
  const client = await aClientOn(loans, '2026-02-14');
  await pay(loans, client.loan.id, 583.03);
  await aLoan(loans, EX2_TERMS, client.personId);
  const screen = await openClientScreen(loans, 'profile', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('S/ 10,00 in your favour'));
  expect(screen.text()).toContain('Your next instalment');
  expect(screen.text()).toContain(`From your loan ${client.loan.loan.number}.`);
  await screen.press('.note button.btn.line');
  await screen.until(() => expect(screen.text()).toContain('S/ 10,00 is on its way to your account'));
});

test('a debt that was written off is named, and can still be paid', async () => {
  const client = await aClientOn(loans, '2026-09-01');
  await withLoan(loans.context, { id: client.loan.id }, async (locked) => {
    const change = decideWriteOff(locked.loan, randomUUID(), 180, locked.day);
    if (change.kind === 'refused') throw new Error(change.reason);
    await locked.save(change, { kind: 'written-off', ref: randomUUID() });
  });
  const screen = await openClientScreen(loans, 'profile', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('What is still owed on a loan'));
  await screen.press('.edge .explain');
  expect(document.querySelector('dialog')?.textContent).toContain('Principal500,00');
  await screen.pressText('Pay');
  await screen.until(() => expect(screen.text()).toContain('Everything, today'));
  expect(screen.text()).toContain(client.loan.loan.number);
});
