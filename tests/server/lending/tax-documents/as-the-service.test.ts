import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { issueTaxPapers } from '#server/lending/tax-documents/issue-tax-papers.ts';
import { policyReader } from '#server/lending/tax-documents/tax-policy.ts';
import { changeParameter, openServiceDatabase } from '#tests/support/database/database.ts';
import { aLoan, createLoanService, type LoanService } from '#tests/support/loans/loan-service.ts';
import { testVault } from '#tests/support/people/vault.ts';
import { documentsOf, documentThrough, sendAll, sendingContext } from '#tests/support/tax-documents/tax-service.ts';
import { TestTaxService } from '#tests/support/tax-documents/test-tax-service.ts';

let opened: Awaited<ReturnType<typeof openServiceDatabase>>;
let service: LoanService;
beforeAll(async () => {
  opened = await openServiceDatabase();
  service = createLoanService(opened.db, '2026-01-15');
});
afterAll(() => opened?.close());

test.each(['ALONE', 'SUMMARY'] as const)(
  'the service’s own database user may issue, print and send %s',
  async (sending) => {
    const from = calendarDate('2026-01-15');
    const tax = await policyReader()(opened.owner.kysely, from);
    const day = sending === 'ALONE' ? '2026-01-15' : '2026-03-01';
    service.clock.moveTo(day);
    if (sending === 'SUMMARY')
      await changeParameter(opened.owner, {
        kind: 'policy',
        key: 'tax-documents',
        from: day,
        value: { ...tax, sending },
      });
    const { id } = await aLoan(service);
    await documentThrough(service, sending === 'ALONE' ? '2026-02-15' : '2026-04-15');
    const { db, context } = service;
    expect(
      await issueTaxPapers({ db, vault: testVault(), siteUrl: 'https://example.pe', log: context.log }),
    ).toBeGreaterThan(0);
    const authority = new TestTaxService();
    await sendAll(sendingContext(service, authority));
    service.clock.pass({ minutes: 30 });
    await sendAll(sendingContext(service, authority));
    const statuses = (await documentsOf(service, id)).map(({ status }) => status);
    expect(statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set(['ACCEPTED']));
  },
);
