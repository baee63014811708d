import { describe, expect, test } from 'vitest';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { verifySignedXml } from '#server/kit/sign-xml.ts';
import { issueTaxDocuments } from '#server/lending/tax-documents/issue-tax-documents.ts';
import { taxBooks, verifyTax } from '#server/lending/tax-documents/tax-books.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aLoan, closeThrough, pay, withLoanService } from '#tests/support/loans/loan-service.ts';
import { documentsOf, documentThrough, takeBack, taxContext } from '#tests/support/tax-documents/tax-service.ts';

const service = withLoanService();

const amountsOf = async (loanId: string) =>
  (await documentsOf(service, loanId)).map(({ document: { kind }, date, net, vat }) => [kind, date, net, vat]);

describe('what is issued', () => {
  test('nothing before the due date, then one receipt of that date with everything that carries IGV', async () => {
    const { id } = await aLoan(service);
    expect(await documentThrough(service, '2026-02-14')).toBe(0);
    expect(await documentThrough(service, '2026-02-15')).toBe(1);
    const [receipt] = await documentsOf(service, id);
    expect(receipt).toMatchObject({ date: '2026-02-14', net: 6189, vat: 1114, status: 'READY' });
    expect(receipt?.document.lines.map(({ description }) => description)).toEqual([
      expect.stringContaining('Interés compensatorio, vence el 14/02/2026, préstamo P-2026-'),
      expect.stringContaining('Comisión tecnológica'),
      expect.stringContaining('Comisión de administración'),
      expect.stringContaining('Comisión de evaluación'),
    ]);
    expect(verifySignedXml(receipt?.xml ?? '').kind).toBe('valid');
    // And again nothing is issued.
    expect(await documentThrough(service, '2026-02-15')).toBe(0);
  });

  test('a payment before the due date for what it paid, the rest on the due date', async () => {
    const { id } = await aLoan(service);
    service.clock.moveTo('2026-01-25');
    await pay(service, id, 50);
    await documentThrough(service, '2026-01-26');
    await documentThrough(service, '2026-02-15');
    const amounts = await amountsOf(id);
    expect(amounts.map(([kind, date]) => [kind, date])).toEqual([
      ['receipt', '2026-01-25'],
      ['receipt', '2026-02-14'],
    ]);
  });

  test('days that are caught up late have the dates and amounts that they would have had in time', async () => {
    const inTime = await aLoan(service, EX2_TERMS);
    const late = await aLoan(service, EX2_TERMS);
    service.clock.moveTo('2026-02-20');
    for (const { id } of [inTime, late]) await pay(service, id, 700);
    await documentThrough(service, '2026-02-21');
    const before = await amountsOf(inTime.id);
    await closeThrough(service, '2026-05-20');
    await documentThrough(service, '2026-05-20');
    const all = await amountsOf(inTime.id);
    expect(all.slice(0, before.length)).toEqual(before);
    expect(all.length).toBeGreaterThan(before.length);
    expect(await amountsOf(late.id)).toEqual(all);
  });

  test('a payment that is taken back before the due date is a credit note of its receipt', async () => {
    const { id } = await aLoan(service);
    service.clock.moveTo('2026-01-25');
    await pay(service, id, 50, { id: '019bc1f2-7a10-7d3e-9c55-0d6c3f0c1b2a' });
    await documentThrough(service, '2026-01-26');
    await takeBack(service, id, '019bc1f2-7a10-7d3e-9c55-0d6c3f0c1b2a');
    await documentThrough(service, '2026-01-27');
    const [receipt, note] = await documentsOf(service, id);
    expect(note?.document).toMatchObject({
      kind: 'credit-note',
      issueDate: '2026-01-26',
      corrects: { series: receipt?.document.series, number: receipt?.document.number, reason: '06' },
    });
    expect([note?.net, note?.vat]).toEqual([receipt?.net, receipt?.vat]);
  });
});

describe('numbers', () => {
  test('have no gap and no repetition, also when a document fails and when two copies issue at once', async () => {
    service.clock.moveTo('2026-06-01');
    for (let count = 0; count < 6; count += 1) await aLoan(service);
    service.clock.moveTo('2026-07-02');
    const broken = { ...taxContext(service), taxKey: { ...taxContext(service).taxKey, privateKey: null } as never };
    expect(await issueTaxDocuments(broken)).toBe(0);
    const counts = await Promise.all([1, 2].map(() => issueTaxDocuments(taxContext(service))));
    expect(counts.reduce((all, count) => all + count, 0)).toBeGreaterThanOrEqual(6);
    const rows = await service.db.kysely
      .selectFrom('tax_document')
      .select(['series', 'number'])
      .orderBy('number')
      .execute();
    for (const [series, of] of Map.groupBy(rows, (row) => row.series)) {
      expect([series, of.map(({ number }) => number)]).toEqual([series, of.map((_, index) => index + 1)]);
    }
  });
});

test('50 payments at once while two copies issue: each sol once, no number twice, and every line as it is owed', async () => {
  const loans = await Promise.all(Array.from({ length: 10 }, () => aLoan(service, EX2_TERMS)));
  service.clock.moveTo('2026-01-25');
  const payments = loans.flatMap(({ id }) => Array.from({ length: 5 }, () => pay(service, id, 20)));
  const context = taxContext(service);
  await Promise.all([...payments, issueTaxDocuments(context), issueTaxDocuments(context)]);
  service.clock.moveTo('2026-01-26');
  await Promise.all([issueTaxDocuments(context), issueTaxDocuments(context)]);
  for (const { id } of loans) {
    const [only, ...more] = await amountsOf(id);
    expect(more).toEqual([]);
    // Ten days of interest are more than 100,00, so that all of the money is interest with its IGV.
    expect(Number(only?.[2]) + Number(only?.[3])).toBe(10_000);
  }
  expect(await verifyTax(service.db.kysely, await service.context.calendar.days(service.db.kysely))).toEqual([]);
});

describe('nothing is issued, and an operator is told', () => {
  const tasks = () =>
    service.db.kysely
      .selectFrom('staff_task')
      .select('says')
      .where('kind', '=', 'tax-not-issued')
      .where('done_at', 'is', null)
      .execute();

  test('without a certificate, with one that has ended, and while the issuer is not the lender', async () => {
    const { id } = await aLoan(service);
    service.clock.moveTo('2026-02-15');
    const key = taxContext(service).taxKey as NonNullable<ReturnType<typeof taxContext>['taxKey']>;
    await issueTaxDocuments(taxContext(service, { taxKey: undefined }));
    expect(await tasks()).toEqual([{ says: 'tax-no-certificate' }]);
    await issueTaxDocuments(taxContext(service, { taxKey: { ...key, validUntil: service.clock.now() } }));
    await issueTaxDocuments(taxContext(service, { provider: { ruc: '20100000001' } }));
    expect(await documentsOf(service, id)).toEqual([]);
    // Caught up with the date of its day, and the task is closed.
    service.clock.moveTo('2026-02-20');
    await issueTaxDocuments(taxContext(service));
    expect(await amountsOf(id)).toEqual([['receipt', '2026-02-14', 6189, 1114]]);
    expect(await tasks()).toEqual([]);
  });
});

test('IGV payable is the sum of its parts, on each evening of loans that are paid, late, written down and taken back', async () => {
  const calendar = await service.context.calendar.days(service.db.kysely);
  const early = await aLoan(service, EX2_TERMS);
  const late = await aLoan(service);
  const start = service.clock.businessDate();
  for (let days = 1; days <= 45; days += 1) {
    const today = addDays(calendarDate(start), days);
    if (days === 10) await pay(service, early.id, 900);
    if (days === 20) await pay(service, late.id, 40, { id: '019bc1f2-7a10-7d3e-9c55-0d6c3f0c1b2b' });
    if (days === 22) await takeBack(service, late.id, '019bc1f2-7a10-7d3e-9c55-0d6c3f0c1b2b');
    await closeThrough(service, today);
    await issueTaxDocuments(taxContext(service));
    const books = await taxBooks(service.db.kysely, calendar, addDays(today, -1));
    expect({ days, ...books }).toMatchObject({ notIssued: 0, difference: 0 });
  }
  const last = await taxBooks(service.db.kysely, calendar, addDays(calendarDate(service.clock.businessDate()), -1));
  expect(last.documented).toBeGreaterThan(0);
  expect(last.earnedNotDocumented).toBeGreaterThan(0);
});
