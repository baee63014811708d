import { expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import type { TaxPolicy } from '#server/lending/parameters/policies.ts';
import { issueTaxDocuments } from '#server/lending/tax-documents/issue-tax-documents.ts';
import { taxBooks, verifyTax } from '#server/lending/tax-documents/tax-books.ts';
import { policyReader } from '#server/lending/tax-documents/tax-policy.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aLoan, closeThrough, pay, withLoanService } from '#tests/support/loans/loan-service.ts';
import { documentsOf, taxContext } from '#tests/support/tax-documents/tax-service.ts';

const service = withLoanService();

const amountsOf = async (loanId: string) =>
  (await documentsOf(service, loanId)).map(({ document: { kind }, date, net, vat }) => [kind, date, net, vat]);

const change = async (from: string, changes: Partial<TaxPolicy>) => {
  const tax = await policyReader()(service.db.kysely, calendarDate(service.clock.businessDate()));
  await changeParameter(service.db, { kind: 'policy', key: 'tax-documents', from, value: { ...tax, ...changes } });
};
const problems = async () => verifyTax(service.db.kysely, await service.context.calendar.days(service.db.kysely));

test('late interest that fell due at a month end stays due when it is owed at payment from then on', async () => {
  const calendar = await service.context.calendar.days(service.db.kysely);
  service.clock.moveTo('2026-08-03');
  const { id } = await aLoan(service);
  // In instalments, none of which is paid.
  await aLoan(service, EX2_TERMS);
  await closeThrough(service, '2026-10-05');
  await issueTaxDocuments(taxContext(service));
  const before = await amountsOf(id);
  expect(before.length).toBeGreaterThan(1);
  await change('2026-10-10', { lateInterest: 'PAYMENT' });
  await closeThrough(service, '2026-11-05');
  await issueTaxDocuments(taxContext(service));
  // Nothing is taken back, and nothing falls due at the end of October.
  expect(await amountsOf(id)).toEqual(before);
  expect(await taxBooks(service.db.kysely, calendar, calendarDate('2026-11-04'))).toMatchObject({ difference: 0 });
  await pay(service, id, 100);
  await closeThrough(service, '2026-11-07');
  await issueTaxDocuments(taxContext(service));
  expect((await amountsOf(id)).slice(before.length)).toEqual([
    ['receipt', '2026-11-05', expect.any(Number), expect.any(Number)],
  ]);
  expect(await problems()).toEqual([]);
});

test('days before the lender’s own policy was in force are caught up in its name', async () => {
  service.clock.moveTo('2026-11-10');
  const { id } = await aLoan(service);
  const tax = await policyReader()(service.db.kysely, calendarDate('2026-11-10'));
  const issuer = { ...tax.issuer, ruc: '20131312955', name: 'La Real S.A.C.' };
  await change('2026-12-20', { issuer, series: { receipt: 'B777', creditNote: 'BC77' } });
  await closeThrough(service, '2026-12-22');
  await issueTaxDocuments(taxContext(service, { provider: { ruc: '20131312955' } }));
  const documents = await documentsOf(service, id);
  expect(documents.length).toBeGreaterThan(0);
  for (const { date, document } of documents) {
    expect(date < '2026-12-20').toBe(true);
    expect([document.issuer.name, document.series]).toEqual(['La Real S.A.C.', 'B777']);
  }
});
