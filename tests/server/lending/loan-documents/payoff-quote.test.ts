import { expect, test } from 'vitest';
import { type PayoffQuote, payoffQuote } from '#loan/payoff.ts';
import { renderPayoffQuote } from '#server/lending/loan-documents/payoff-quote.ts';
import { EX1, EX2, having, on, paid } from '#tests/support/loan/loans.ts';
import { headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const documentOf = async (quote: PayoffQuote, language: 'es' | 'en' = 'es') =>
  readPdf(
    await renderPayoffQuote({
      head: headOn(quote.date, language),
      borrower: ROSA,
      loanNumber: 'P-2026-0000001',
      quote,
    }),
  );

test('day 12 of the single payment: 534,59 in its parts, valid until the end of that day', async () => {
  const { flat } = await documentOf(payoffQuote(on(EX1, '2026-01-27')));
  for (const part of [
    'Total para terminar de pagar S/ 534,59',
    'Válida hasta 27/01/2026, 23:59',
    'Capital 500,00',
    'Interés 12,52',
    'Comisión tecnológica 4,80',
    'Comisión de administración 4,00',
    'Comisión de evaluación 8,00',
    'IGV 5,27',
    'Total para terminar de pagar 534,59',
    'Si pagaras todo en sus fechas S/ 573,03',
    'Ahorras S/ 38,44',
  ]) {
    expect(flat).toContain(part);
  }
  expect(flat).not.toContain('Interés moratorio');
});

test('the instalments of the example on 01/04/2026: 2.228,52 instead of 2.542,47', async () => {
  const loan = having(EX2, paid('2026-02-15', 635.63), paid('2026-03-15', 635.63));
  const { flat } = await documentOf(payoffQuote(on(loan, '2026-04-01')), 'en');
  expect(flat).toContain('Total to pay off 2.228,52');
  expect(flat).toContain('You save S/ 313,95');
  expect(flat).toContain('valid if you pay by 23:59 (Lima time)');
});

test('delay and credit are lines of it when there are any', async () => {
  const { flat } = await documentOf(payoffQuote(on(EX1, '2026-02-24')));
  expect(flat).toContain('Interés moratorio 2,18');
  expect(flat).toContain('Total para terminar de pagar 587,49');
});
