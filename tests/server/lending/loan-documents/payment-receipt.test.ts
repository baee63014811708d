import { describe, expect, test } from 'vitest';
import { formatAmount } from '#i18n/format.ts';
import type { Loan } from '#loan/loan.ts';
import { allocationLines } from '#loan/repayment.ts';
import { PAPERS } from '#server/lending/documents/texts/papers.ts';
import { renderPaymentReceipt } from '#server/lending/loan-documents/payment-receipt.ts';
import { BANK_CALENDAR, EX1, EX2, having, paid } from '#tests/support/loan/loans.ts';
import { headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const receipt = async (loan: Loan, paymentId: string, language: 'es' | 'en' = 'es') =>
  readPdf(
    await renderPaymentReceipt({
      head: headOn('2026-03-20', language),
      borrower: ROSA,
      loan,
      paymentId,
      calendar: BANK_CALENDAR,
    }),
  );

describe('the receipt of S/ 300,00 paid ten days late', () => {
  const payment = paid('2026-02-24', 300);
  const loan = having(EX1, payment);

  test('shows every part with its IGV as the engine allocated it', async () => {
    const { flat } = await receipt(loan, payment.id);
    for (const { component, netCents, vatCents } of allocationLines(loan, payment.id, BANK_CALENDAR)) {
      const amounts = [netCents, vatCents, netCents + vatCents].map(formatAmount);
      expect(flat).toContain([PAPERS.es.components[component], ...amounts].join(' '));
    }
    expect(flat).toContain('Interés moratorio 2,18 0,00 2,18');
    expect(flat).toContain('Interés por los días de atraso 10,41 1,87 12,28');
    expect(flat).toContain('Total 286,99 13,01 300,00');
  });

  test('shows what is left to pay and says that it is not a tax document', async () => {
    const { flat } = await receipt(loan, payment.id);
    expect(flat).toContain('Queda por pagar hasta el final S/ 287,49');
    expect(flat).toContain('no es comprobante de pago tributario. La boleta de venta electrónica');
    expect(flat).toContain('Número de pago P-2026-0000001-1');
  });
});

test('the last payment says that the loan is paid, and what is too much is a credit line', async () => {
  const payment = paid('2026-02-09', 573.03);
  const { flat } = await receipt(having(EX1, payment), payment.id);
  expect(flat).toContain('Con este pago terminaste de pagar tu préstamo.');
  expect(flat).toContain('Saldo a tu favor 10,76');
  expect(flat).toMatch(/Total [\d.,]+ [\d.,]+ 573,03/);
});

test('an instalment in English shows the next one', async () => {
  const payment = paid('2026-02-15', 635.63);
  const { flat, info } = await receipt(having(EX2, payment), payment.id, 'en');
  expect(info).toMatchObject({ Title: 'Payment receipt P-2026-0000001' });
  expect(flat).toContain('Principal 415,47 0,00 415,47');
  expect(flat).toContain('Compensatory interest 177,58 31,96 209,54');
  expect(flat).toContain('Next payment S/ 635,63 on 15/03/2026');
});

test('a line below zero is said in words, and one without it is not', { tags: 'promise-papers' }, async () => {
  const [early, rest] = [paid('2026-01-15', 200), paid('2026-01-15', 2847.2)];
  const { flat } = await receipt(having(EX2, early, rest), rest.id);
  expect(flat).toMatch(/ −\d/);
  expect(flat).toContain('Con signo menos');
  const plain = paid('2026-02-15', 635.63);
  expect((await receipt(having(EX2, plain), plain.id)).flat).not.toContain('Con signo menos');
});

test('there is no receipt of money that is not there', () => {
  expect(() =>
    renderPaymentReceipt({
      head: headOn('2026-03-20'),
      borrower: ROSA,
      loan: EX1,
      paymentId: 'no',
      calendar: BANK_CALENDAR,
    }),
  ).toThrow('has no payment');
});
