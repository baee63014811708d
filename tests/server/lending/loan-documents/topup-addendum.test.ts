import { expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import { topUpOffer } from '#loan/top-up.ts';
import { ratesOf } from '#loan/tranche.ts';
import { renderTopUpAddendum } from '#server/lending/loan-documents/topup-addendum.ts';
import { ADMIN_FEE, EX1, on } from '#tests/support/loan/loans.ts';
import { ACCOUNT, EVIDENCE, headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const content = (language: 'es' | 'en') => ({
  head: headOn('2026-01-25', language),
  borrower: ROSA,
  loanNumber: 'P-2026-0000001',
  offer: topUpOffer(on(EX1, '2026-01-25'), [], cents(20000), { fees: [ADMIN_FEE], rates: ratesOf(EX1.terms) }),
  teaPercent: EX1.terms.pricing.teaPercent,
  account: ACCOUNT,
  signature: EVIDENCE,
});

test('S/ 200 on day 10 of the single payment: 214,66, and the loan 787,69', async () => {
  const { flat } = await readPdf(await renderTopUpAddendum(content('es')));
  for (const part of [
    'Monto de la ampliación S/ 200,00',
    'Total de la ampliación S/ 214,66',
    'TCEA de ambos 377,24 %',
    'Vencimiento 14/02/2026',
    'Interés compensatorio 8,42',
    'Comisión de administración 4,00',
    'IGV 2,24',
    'Total del préstamo desde ahora S/ 787,69',
    ACCOUNT,
  ]) {
    expect(flat).toContain(part);
  }
});

test('the English copy has the same figures', async () => {
  const { flat } = await readPdf(await renderTopUpAddendum(content('en')));
  expect(flat).toContain('Total of the top-up S/ 214,66');
  expect(flat).toContain('Evidence of the electronic signature');
});
