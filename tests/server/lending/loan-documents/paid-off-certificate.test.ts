import { expect, test } from 'vitest';
import { renderPaidOffCertificate } from '#server/lending/loan-documents/paid-off-certificate.ts';
import { BANK_CALENDAR, date, EX1, having, paid } from '#tests/support/loan/loans.ts';
import { headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const certificate = (loan: typeof EX1, language: 'es' | 'en' = 'es') =>
  renderPaidOffCertificate({ head: headOn('2026-02-20', language), borrower: ROSA, loan, calendar: BANK_CALENDAR });

test('certifies who paid which loan when, and that nothing is owed', async () => {
  const { flat, info } = await readPdf(await certificate(having(EX1, paid('2026-02-16', 573.03))));
  expect(info).toMatchObject({ Title: 'Constancia de no adeudo P-2026-0000001' });
  expect(flat).toContain(
    'Mañay Préstamos S.A.C. (RUC 20999999990) deja constancia de que Rosa Elena Quispe Ñahui, con DNI 45678912, pagó por completo el préstamo P-2026-0000001 el 16/02/2026 y no le debe nada por él.',
  );
  expect(flat).toContain('Total pagado S/ 573,03');
  expect(flat).toContain('Saldo pendiente S/ 0,00');
  expect(flat).not.toContain('Tienes un saldo a tu favor');
});

test('names a credit balance, and leaves out money that was taken back', async () => {
  const bounced = { ...paid('2026-02-01', 100), reversedOn: date('2026-02-03') };
  const { flat } = await readPdf(await certificate(having(EX1, bounced, paid('2026-02-09', 573.03)), 'en'));
  expect(flat).toContain('You have a credit balance of S/ 10,76.');
  expect(flat).toContain('Total paid S/ 573,03');
});

test('there is none for a loan that is not paid', () => {
  expect(() => certificate(having(EX1, paid('2026-02-16', 573.02)))).toThrow('is not paid');
});
