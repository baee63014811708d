import { describe, expect, test } from 'vitest';
import { formatAmount } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { payoffQuote } from '#loan/payoff.ts';
import { renderHojaResumen } from '#server/lending/loan-documents/hoja-resumen.ts';
import { BANK_CALENDAR, date, EX1, EX1_TERMS, EX2, EX2_TERMS, having, on, paid } from '#tests/support/loan/loans.ts';
import { headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const hoja = async (terms: typeof EX1_TERMS, language: 'es' | 'en' = 'es') =>
  readPdf(
    await renderHojaResumen({
      head: headOn('2026-01-15', language),
      borrower: ROSA,
      loan: { reference: 'P-2026-0000001', terms, valueDate: date('2026-01-15') },
      calendar: BANK_CALENDAR,
    }),
  );

describe('the hoja resumen of the single payment', () => {
  test('shows rates with and without IGV, the moratory rate and the legal maximum', async () => {
    const { flat } = await hoja(EX1_TERMS);
    const rates = flat.slice(flat.indexOf('1. Tasas'), flat.indexOf('2. Cuánto'));
    for (const part of [
      'TEA (interés) 110,00 %',
      'TCEA con IGV 413,44 %',
      'TCEA sin IGV 305,67 %',
      'Tasa moratoria (TEA) 16,97 %',
      'Tasa máxima legal 113,16 %',
      'IGV 18,00 %',
    ]) {
      expect(rates).toContain(part);
    }
  });

  test('shows each fee with its reason, its discount and its IGV, and their sums', async () => {
    const { flat } = await hoja(EX1_TERMS);
    for (const part of [
      'Interés compensatorio Lo que cuesta la plata por los días que la tienes. 31,89 0,00 5,74 37,63',
      'Comisión tecnológica Por la plataforma donde pides, firmas y sigues tu préstamo. 15,00 3,00 2,16 14,16',
      'Comisión de administración Por abrir y manejar tu préstamo y guardar sus documentos en tu cuenta. 10,00 0,00 1,80 11,80',
      'Se paga completa aunque pagues antes. 8,00 0,00 1,44 9,44',
      'Total 64,89 3,00 11,14 73,03',
    ]) {
      expect(flat).toContain(part);
    }
  });

  test('shows what ending early costs on two days, as the engine quotes it', async () => {
    const { flat } = await hoja(EX1_TERMS);
    for (const day of ['2026-01-25', '2026-02-04']) {
      const { totalCents, savingsCents } = payoffQuote(on(EX1, day));
      expect(flat).toContain(`${formatDate(day)} ${formatAmount(totalCents)} ${formatAmount(savingsCents)}`);
    }
  });

  test('shows what ten days of delay cost: 14,46 of the worked example', async () => {
    expect((await hoja(EX1_TERMS)).flat).toContain('10 días 10,41 1,87 2,18 14,46');
  });

  test('says the cost bar in words for clients who cannot see it', async () => {
    const { alternatives, roles } = await hoja(EX1_TERMS);
    expect(roles).toContain('Figure');
    expect(alternatives.map((text) => text.replaceAll('\u00a0', ' '))).toContain(
      'De cada S/ 573,03 que pagas: Capital S/ 500,00, Interés S/ 31,89, Comisiones S/ 30,00, IGV S/ 11,14.',
    );
  });
});

describe('the hoja resumen of instalments', () => {
  test('adds the fees up over all instalments', async () => {
    const { flat } = await hoja(EX2_TERMS);
    expect(flat).toMatch(/Interés compensatorio .* 635,61 0,00 114,\d\d/);
    expect(flat).toContain('Total 689,61 0,00 124,12 813,73');
    expect(flat).toContain('TCEA con IGV 132,84 %');
    expect(flat).toContain('TCEA sin IGV 105,54 %');
  });

  test('shows ending early with an instalment, everything before it paid in time', async () => {
    const { flat } = await hoja(EX2_TERMS);
    const inTime = having(EX2, paid('2026-02-15', 635.63), paid('2026-03-15', 635.63));
    for (const [loan, day] of [[EX2, '2026-02-15'] as const, [inTime, '2026-04-15'] as const]) {
      const { totalCents, savingsCents } = payoffQuote(on(loan, day));
      expect(flat).toContain(`${formatDate(day)} ${formatAmount(totalCents)} ${formatAmount(savingsCents)}`);
    }
  });
});

test('complaint channels are on it, in both languages', async () => {
  expect((await hoja(EX1_TERMS)).flat).toContain('15 días hábiles como máximo');
  const { flat, info } = await hoja(EX1_TERMS, 'en');
  expect(flat).toContain('15 business days at most');
  expect(flat).toContain('10 days 10,41 1,87 2,18 14,46');
  expect(info).toMatchObject({ Language: 'en-US' });
});
