import { expect, test } from 'vitest';
import { withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aLoan } from '#tests/support/loans/loan-service.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';

const service = withClientLoans({ operatorToken: OPERATOR_TOKEN });
const lender = lenderOf(service);

test('an operator asks whether a client may be called, calls once, and pauses', async () => {
  const { number } = (await aLoan(service)).loan;
  expect(await lender(`contact show ${number}`)).toContain('mayCallNow: yes');
  expect(await lender(`contact log ${number}`, { channel: 'CALL' })).toContain('at: 2026-01-15T17:00:00.000Z');
  await expect(lender(`contact log ${number}`, { channel: 'CALL' })).rejects.toThrow('Not now: daily-limit.');
  expect(await lender(`contact pause ${number}`, { reason: 'FRAUD_CLAIM' })).toContain('FRAUD_CLAIM');
  expect(await lender(`contact show ${number}`)).toMatch(/mayCallNow: paused[\s\S]*FRAUD_CLAIM/);
  expect(await lender(`contact resume ${number}`, { reason: 'FRAUD_CLAIM' })).not.toContain('FRAUD_CLAIM');
});

test('what is mistyped says how', async () => {
  await expect(lender('contact log P-2026-0000001')).rejects.toThrow('--channel is missing');
  await expect(lender('contact burn P-2026-0000001')).rejects.toThrow('contact pause LOAN');
  await expect(lender('contact show')).rejects.toThrow('LOAN is missing');
});
