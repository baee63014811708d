import { expect, test } from 'vitest';
import { flexTerms, STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import { renderFlexAgreement } from '#server/lending/loan-documents/flex-agreement.ts';
import { date, EX1, on } from '#tests/support/loan/loans.ts';
import { EVIDENCE, headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const content = (language: 'es' | 'en') => ({
  head: headOn('2026-03-02', language),
  borrower: ROSA,
  loanNumber: 'P-2026-0000001',
  activatedOn: date('2026-03-02'),
  terms: flexTerms(on(EX1, '2026-03-02'), STANDARD_FLEX_SETTINGS),
  signature: EVIDENCE,
});

test.each([
  [
    'es',
    [
      'Saldo al empezar S/ 596,30',
      'Mínimo cada 30 días S/ 99,39',
      'Pago mínimo cada vez S/ 20,00',
      'Fecha final 29/08/2026',
    ],
  ],
  [
    'en',
    ['Balance at the start S/ 596,30', 'Minimum every 30 days S/ 99,39', 'after 15 days without it the agreement ends'],
  ],
] as const)('sixteen days late, in %s: balance, minimum and final date', async (language, parts) => {
  const { flat, roles } = await readPdf(await renderFlexAgreement(content(language)));
  for (const part of parts) expect(flat).toContain(part);
  expect(roles).toContain('L');
});
