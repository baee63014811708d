import { expect, test } from 'vitest';
import { formatAmount } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { renderPlanAgreement } from '#server/lending/loan-documents/plan-agreement.ts';
import { date, EX1, on } from '#tests/support/loan/loans.ts';
import { EVIDENCE, headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const offer = planOffer(on(EX1, '2026-02-24'), 4, date('2026-03-02'), STANDARD_PLAN_SETTINGS);
const content = {
  head: headOn('2026-02-24'),
  borrower: ROSA,
  loanNumber: 'P-2026-0000001',
  confirmedOn: date('2026-02-24'),
  terms: offer.terms,
  payments: offer.payments,
  waivedMoratoryCents: offer.waivedMoratoryCents,
};

test('shows each payment with its parts, their sum, and what is forgiven', async () => {
  const { flat } = await readPdf(await renderPlanAgreement({ ...content, signature: EVIDENCE }));
  for (const { number, dueDate, amount } of offer.payments) {
    const parts = [amount.principalCents, amount.interestCents, amount.feesCents, amount.vatCents, amount.totalCents];
    expect(flat).toContain([number, formatDate(dueDate), ...parts.map(formatAmount)].join(' '));
  }
  expect(flat).toContain('Total del plan S/ 585,31');
  expect(flat).toContain('Total 500,00 42,30 30,00 13,01 585,31');
  expect(flat).toContain('El interés moratorio acumulado, S/ 2,18, queda fuera del total');
  expect(flat).toContain('se atrasa 5 días hábiles, el plan entra en riesgo');
  expect(flat).toContain('Evidencia de la firma electrónica');
});

test('without the parts the agreed dates and amounts stand', async () => {
  const head = headOn('2026-02-24', 'en');
  const { flat } = await readPdf(await renderPlanAgreement({ ...content, head, payments: undefined }));
  expect(flat).toContain('1 02/03/2026 146,32');
  expect(flat).toContain('4 02/06/2026 146,35');
  expect(flat).toContain('Total 585,31');
});
