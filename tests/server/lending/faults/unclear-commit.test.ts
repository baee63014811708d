import { afterEach, expect, test } from 'vitest';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { UnclearError } from '#server/kit/errors.ts';
import { LEASE_MS, MAX_ATTEMPTS } from '#server/lending/messages/dispatch-outbox.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { createTestBook, deliver, file, testMail } from '#tests/support/complaints/complaints-book.ts';
import { watchedDialect } from '#tests/support/crash/dying-dialect.ts';
import { callEndpoint, identityContext } from '#tests/support/lending/lending-app.ts';
import {
  aDebtor,
  importStatement,
  OPERATOR_TOKEN,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

/** The next step like this is done, and nobody is told that it was. */
let unclear: RegExp | undefined;
const payments = withPayments({
  around: (dialect) =>
    watchedDialect(dialect, (step) => {
      if (!unclear?.test(step)) return;
      unclear = undefined;
      throw new UnclearError('The stand-by may not have it.');
    }),
});
afterEach(() => {
  expect(unclear, 'it came').toBeUndefined();
});

test('a letter that is noted as sent is not given up, however often it was tried', async () => {
  const book = createTestBook(payments.db);
  await file(book);
  await payments.db.kysely
    .updateTable('outbox')
    .set({ attempts: MAX_ATTEMPTS - 1 })
    .execute();
  const mail = testMail();
  unclear = /^after query update "outbox" set "sent_at"/;
  await deliver(book, mail);
  await deliver(book, mail, LEASE_MS + 1_000);
  expect(mail.sent).toHaveLength(1);
  const kept = await payments.db.kysely.selectFrom('outbox').select(['sent_at', 'failed_at', 'last_error']).execute();
  expect(kept).toEqual([{ sent_at: expect.any(Date), failed_at: null, last_error: null }]);
  expect(await listTasks(payments.db.kysely)).toEqual([]);
});

test('a line of a statement is not told as not booked: the file is asked for again, and is booked once', async () => {
  const debtor = await aDebtor(payments);
  const { action } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  if (action?.type !== 'TRANSFER') throw new Error('no transfer');
  const row = ['15/01/2026', '00700001', '509.44', action.reference] as const;
  unclear = /^after commit/;
  const answer = await payments.app.request('/api/v1/staff/bank-statements?bank=BCP', {
    method: 'POST',
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Operator': 'Ana' },
    body: `fecha;operacion;monto;descripcion\n${row.join(';')}\n`,
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await importStatement(payments, [row])).toMatchObject({ known: 1, matched: [], problems: [] });
});

test('a change of account that is made is not reported as one that could not be made', async () => {
  const { headers } = await aBorrower(payments, { stepUp: 'everything' });
  const body = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' } as const;
  expect(await callEndpoint(payments, changeBankAccount, { headers, body })).toMatchObject({ kind: 'accepted' });
  payments.clock.pass({ hours: 72 });
  unclear = /^after commit/;
  await applyContactChanges(identityContext(payments));
  const kept = await payments.db.kysely.selectFrom('contact_change').select('status').execute();
  expect(kept).toEqual([{ status: 'APPLIED' }]);
  expect(await listTasks(payments.db.kysely)).toEqual([]);
});
