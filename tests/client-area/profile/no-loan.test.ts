import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { decideWriteOff } from '#loan/agreements.ts';
import { withLoan } from '#server/lending/workflows/with-loan.ts';
import { browserOf } from '#tests/support/client.ts';
import { aClientOn, withClientLoans } from '#tests/support/client-loans.ts';
import { openClientScreen } from '#tests/support/client-screen.ts';

const loans = withClientLoans();

test('a debt that was written off is named, and can still be paid', async () => {
  const client = await aClientOn(loans, '2026-09-01');
  await withLoan(loans.context, { id: client.loan.id }, async (inHand) => {
    const change = decideWriteOff(inHand.loan, randomUUID(), 180, inHand.today, inHand.isBusinessDay);
    if (change.kind === 'refused') throw new Error(change.reason);
    await inHand.save(change, { kind: 'written-off', ref: randomUUID() });
  });
  const screen = await openClientScreen(loans, 'profile', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('What is still owed of a loan'));
  await screen.pressText('Pay');
  await screen.until(() => expect(screen.text()).toContain('Everything, today'));
  expect(screen.text()).toContain(client.loan.loan.number);
});
