import { describe, expect, test } from 'vitest';
import { formatSoles } from '#i18n/format.ts';
import { cents } from '#loan/money.ts';
import { payoffCents } from '#loan/payoff.ts';
import { type DisbursedLoan, movementsOf, renderStatement } from '#server/lending/loan-documents/statement.ts';
import { BANK_CALENDAR, date, EX1, EX2, having, on, paid } from '#tests/support/loan/loans.ts';
import { headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const statement = async (loan: DisbursedLoan, from: string, to: string, language: 'es' | 'en' = 'es') =>
  readPdf(
    await renderStatement({
      head: headOn(to, language),
      borrower: ROSA,
      loan,
      from: date(from),
      to: date(to),
      calendar: BANK_CALENDAR,
    }),
  );

describe('the statement of instalments paid in time and a part of them early', () => {
  const loan = having(
    EX2,
    paid('2026-02-15', 635.63),
    paid('2026-03-15', 635.63, undefined, 'a'),
    paid('2026-03-15', 800, { kind: 'ordinary', mode: 'REDUCE_TERM' }, 'b'),
  );

  test('lists every movement with the principal left, and their sums', async () => {
    const { flat } = await statement(loan, '2026-01-01', '2026-03-31');
    expect(flat).toContain('15/01/2026 Desembolso 3.000,00 3.000,00');
    expect(flat).toContain('15/02/2026 Pago 635,63 2.584,53');
    expect(flat).toContain('15/03/2026 Pago 800,00 1.322,11');
    expect(flat).toContain('Total 2.071,26 3.000,00');
  });

  test('shows the balances of its last day as the engine has them', async () => {
    const { flat } = await statement(loan, '2026-01-01', '2026-03-31');
    expect(flat).toContain('Por pagar hasta el final S/ 1.520,74');
    expect(flat).toContain(
      `Para terminar de pagar hoy ${formatSoles(payoffCents(on(loan, '2026-03-31'))).replace('\u00a0', ' ')}`,
    );
    expect(flat).toContain('Situación Al día');
    expect(flat).toContain('Próximo pago S/ 635,63 el 15/04/2026');
  });

  test('shows what each payment of the period paid', async () => {
    const { flat } = await statement(loan, '2026-02-01', '2026-02-28');
    expect(flat).toContain('15/02/2026 415,47 177,58 9,00 0,00 33,58 0,00 635,63');
    expect(flat).not.toContain('Desembolso 3.000,00');
    expect(flat).not.toContain('15/03/2026 Pago');
  });
});

test('a late loan says how late, in the client’s language', async () => {
  expect((await statement(EX1, '2026-02-01', '2026-02-24')).flat).toContain('Situación Vencido');
  const { flat } = await statement(EX1, '2026-02-01', '2026-02-24', 'en');
  expect(flat).toContain('Days past due 10');
  expect(flat).toContain('There were no movements in this period.');
});

test('a payment that the bank took back shows when it came and when it went', () => {
  const bounced = { ...paid('2026-02-14', 573.03, undefined, 'x'), reversedOn: date('2026-02-18') };
  const movements = movementsOf(having(EX1, bounced), date('2026-02-01'), date('2026-02-28'));
  expect(movements).toEqual([
    { date: '2026-02-14', name: 'payment', paidCents: 57303, receivedCents: 0 },
    { date: '2026-02-18', name: 'reversed', paidCents: 0, receivedCents: 57303 },
  ]);
});

test('top-ups, refunds, agreements and small remainders are movements too', () => {
  const facts = [
    { kind: 'tranche', id: 't', date: date('2026-01-25'), principalCents: cents(20000), fees: [] },
    { kind: 'refund', id: 'r', date: date('2026-02-20'), amountCents: cents(600) },
    { kind: 'waiver', id: 'w', date: date('2026-02-19'), amountCents: cents(50) },
    { kind: 'write-off', id: 'o', date: date('2026-09-01') },
  ] as const;
  const movements = movementsOf(having(EX1, ...facts), date('2026-01-01'), date('2026-12-31'));
  expect(movements.map(({ name, receivedCents }) => [name, receivedCents])).toEqual([
    ['disbursement', 50000],
    ['tranche', 20000],
    ['waiver', 0],
    ['refund', 600],
    ['write-off', 0],
  ]);
});
