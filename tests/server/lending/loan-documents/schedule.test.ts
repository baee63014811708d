import { expect, test } from 'vitest';
import { formatAmount } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { cents } from '#loan/money.ts';
import { unpaidOfGroup } from '#loan/obligation.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { contractSchedule } from '#loan/tranche.ts';
import { scheduleLines } from '#server/lending/loan-documents/loan-figures.ts';
import { renderSchedule, type ScheduleContent } from '#server/lending/loan-documents/schedule.ts';
import { date, EX1, EX2, EX2_TERMS, having, on, paid } from '#tests/support/loan/loans.ts';
import { headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const schedule = async (content: Pick<ScheduleContent, 'reason' | 'reasonDate' | 'groups' | 'plan'>) =>
  readPdf(
    await renderSchedule({
      head: headOn(content.reasonDate),
      borrower: ROSA,
      reference: 'P-2026-0000001',
      ...content,
    }),
  );

test('the lines of a contract are its schedule, balance and all', () => {
  const lines = scheduleLines(on(EX2, '2026-01-15').groups);
  const rows = contractSchedule(EX2_TERMS, date('2026-01-15'));
  const parts = lines.map((line) => [line.principalCents, line.interestCents, line.feesCents, line.vatCents]);
  expect(parts).toEqual(rows.map((row) => [row.principalCents, row.interestCents, row.feesCents, row.vatCents]));
  expect(lines.map((line) => line.balanceCents)).toEqual(rows.map((row) => row.closingCents));
  expect(lines.map((line) => line.totalCents)).toEqual(rows.map((row) => row.totalCents));
});

test('after money paid early the new schedule says what replaces what, and what is left of each instalment', async () => {
  const early = paid('2026-03-15', 800, { kind: 'ordinary', mode: 'REDUCE_TERM' });
  const loan = having(EX2, paid('2026-02-15', 635.63), paid('2026-03-15', 635.63), early);
  const { groups } = on(loan, '2026-03-15');
  const { flat } = await schedule({ reason: 'prepayment', reasonDate: date('2026-03-15'), groups });
  expect(flat).toContain('Después de tu pago adelantado del 15/03/2026.');
  expect(flat).toContain('Reemplaza al cronograma anterior');
  for (const [k, line] of scheduleLines(groups).entries()) {
    const { principalCents, interestCents, feesCents, vatCents, totalCents, unpaidCents, balanceCents } = line;
    const amounts = [principalCents, interestCents, feesCents, vatCents, totalCents, unpaidCents, balanceCents];
    expect(flat).toContain([k + 1, formatDate(line.dueDate), ...amounts.map(formatAmount)].join(' '));
    expect(unpaidCents).toBe(unpaidOfGroup(groups[k] as (typeof groups)[number]));
  }
});

test('what delay has cost has a column of its own', async () => {
  const { groups } = on(EX1, '2026-02-24');
  const { flat } = await schedule({ reason: 'extension', reasonDate: date('2026-02-24'), groups });
  expect(flat).toContain('Interés moratorio');
  expect(flat).toContain('1 14/02/2026 500,00 42,30 30,00 2,18 13,01 587,49 587,49 0,00');
});

test('a plan shows its agreed payments instead of the contract’s due dates', async () => {
  const standing = on(EX1, '2026-02-24');
  const offer = planOffer(standing, 3, date('2026-03-02'), STANDARD_PLAN_SETTINGS);
  const plan = { terms: offer.terms, payments: offer.payments };
  const { flat } = await schedule({ reason: 'plan', reasonDate: date('2026-02-24'), groups: standing.groups, plan });
  expect(offer.totalCents).toBe(cents(58531));
  for (const { number, dueDate, amount } of offer.payments) {
    const parts = [amount.principalCents, amount.interestCents, amount.feesCents, amount.vatCents, amount.totalCents];
    expect(flat).toContain([number, formatDate(dueDate), ...parts.map(formatAmount)].join(' '));
  }
  expect(flat).toContain('Total 500,00 42,30 30,00 13,01 585,31');
  expect(flat).not.toContain('14/02/2026');
});

test('a schedule longer than a page repeats its heads for the eye and keeps every row', async () => {
  const many = Array.from({ length: 12 }, () => on(EX2, '2026-01-15').groups).flat();
  const { flat, pages } = await schedule({ reason: 'contract', reasonDate: date('2026-01-15'), groups: many });
  expect(pages).toBeGreaterThan(1);
  expect(flat.split('Saldo capital').length - 1).toBe(pages);
  expect(flat.split('15/07/2026').length - 1).toBe(12);
});
