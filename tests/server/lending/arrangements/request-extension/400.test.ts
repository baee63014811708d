import { expect, test } from 'vitest';
import { aDebtorOn, aQuote, askToExtend } from '#tests/support/arrangements/extensions.ts';
import { fieldCodes } from '#tests/support/lending/lending-app.ts';
import { askToPay, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test('an unknown quote and one of another client get the same answer', async () => {
  const [debtor, other] = [await aDebtorOn(payments, '2026-02-14'), await aDebtorOn(payments, '2026-02-14')];
  const { quoteId } = await aQuote(payments, other);
  for (const id of [quoteId, '01890000-0000-7000-8000-000000000000']) {
    const answer = await askToExtend(payments, debtor, { quoteId: id });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, ['quoteId.unknown']]);
  }
});

test('no payment can name a quote that was not asked for with a proof', async () => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const { quoteId } = await aQuote(payments, debtor);
  const answer = await askToPay(payments, debtor, { purpose: 'EXTENSION', method: 'MANUAL', quoteId });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, ['quoteId.unknown']]);
});

test.each([
  [{ quoteId: 'none', method: 'MANUAL' }, undefined, 'quoteId.invalid'],
  [{ quoteId: '01890000-0000-7000-8000-000000000000', method: 'CHEQUE' }, undefined, 'method.not_allowed'],
  [{ quoteId: '01890000-0000-7000-8000-000000000000' }, 'short', 'Idempotency-Key.invalid'],
])('%j with the key %s is refused: %s', async (body, key, code) => {
  const debtor = await aDebtorOn(payments, '2026-02-14');
  const answer = await askToExtend(payments, debtor, body, key);
  expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
});
