import { expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import { renderDisbursementReceipt } from '#server/lending/loan-documents/disbursement-receipt.ts';
import { date } from '#tests/support/loan/loans.ts';
import { ACCOUNT, headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

test.each([
  ['es', 'Transferimos a tu cuenta el monto completo', 'Operación 00123456'],
  ['en', 'We transferred the full amount', 'Operation 00123456'],
] as const)('in %s: how much, when, to which account, under which number of the bank', async (language, ...parts) => {
  const bytes = await renderDisbursementReceipt({
    head: headOn('2026-01-15', language),
    borrower: ROSA,
    loanNumber: 'P-2026-0000001',
    amountCents: cents(50000),
    valueDate: date('2026-01-15'),
    account: ACCOUNT,
    operation: '00123456',
  });
  const { flat } = await readPdf(bytes);
  for (const part of [...parts, 'S/ 500,00', '15/01/2026', ACCOUNT]) expect(flat).toContain(part);
});
