import { expect, test } from 'vitest';
import { extensionPrice } from '#loan/extension.ts';
import { cents } from '#loan/money.ts';
import { renderExtensionAddendum } from '#server/lending/loan-documents/extension-addendum.ts';
import { EX1, on } from '#tests/support/loan/loans.ts';
import { EVIDENCE, headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const content = (day: string, language: 'es' | 'en' = 'es') => ({
  head: headOn(day, language),
  borrower: ROSA,
  loanNumber: 'P-2026-0000001',
  price: extensionPrice(on(EX1, day), 14, cents(800)),
  owedCents: cents(57303),
  maxConsecutive: 3,
});

test('bought ten days late for 14 days: 40,68 in its parts, and the new due date', async () => {
  const { flat } = await readPdf(await renderExtensionAddendum(content('2026-02-24')));
  for (const part of [
    'Lo que pagaste S/ 40,68',
    'Vencía el 14/02/2026',
    'Ahora vence el 10/03/2026',
    'Interés por los días de atraso 10,41',
    'IGV del interés por atraso 1,87',
    'Interés moratorio 2,18',
    'Interés de la extensión 14,22',
    'Comisión de extensión 8,00',
    'IGV 4,00',
    'Lo que pagaste 40,68',
    'Queda por pagar al nuevo vencimiento S/ 573,03',
    'hasta 3 veces seguidas',
  ]) {
    expect(flat).toContain(part);
  }
});

test('in time there are no arrears; the true cost and the signature are printed when they are known', async () => {
  const signed = { ...content('2026-02-14', 'en'), tceaPercent: 349.52, signature: EVIDENCE };
  const { flat } = await readPdf(await renderExtensionAddendum(signed));
  expect(flat).toContain('What you paid S/ 26,22');
  expect(flat).toContain('TCEA of the extended loan 349,52 %');
  expect(flat).toContain('Evidence of the electronic signature');
  expect(flat).not.toContain('Interest for the days you are late');
});
