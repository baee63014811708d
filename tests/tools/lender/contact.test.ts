import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/kit/db.ts';
import { createLog } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import { createLendingApp } from '#server/lending/app.ts';
import { openTestDatabase } from '#tests/support/database/database.ts';
import { aLoan, createLoanService, type LoanService } from '#tests/support/loans/loan-service.ts';
import { OPERATOR_TOKEN, operatorClient } from '#tests/support/people/operator.ts';
import { testVault } from '#tests/support/people/vault.ts';
import { withColleagues } from '#tests/support/staff/colleagues.ts';
import { runLender } from '#tools/lender.ts';

let db: Database<Tables>;
let service: LoanService;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(() => {
  service = createLoanService(db, '2026-01-15');
});
afterAll(() => db?.close());

function lender(command: string, options = {}): Promise<string> {
  const config = { sandbox: false, production: false, trustedProxies: 0 };
  const log = createLog({ level: 'silent', name: 'test' });
  const made = createLendingApp({
    db,
    clock: service.clock,
    log,
    config,
    vault: testVault(),
    operatorToken: OPERATOR_TOKEN,
  });
  const app = withColleagues(made, db, OPERATOR_TOKEN);
  return runLender(
    operatorClient(() => app, 'Ana'),
    command.split(' '),
    options,
  );
}

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
