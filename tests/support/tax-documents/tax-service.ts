import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { reversePayment } from '#loan/repayment.ts';
import { openSigningKey, type SigningKey } from '#server/kit/sign-xml.ts';
import { makeSandboxCertificate } from '#server/lending/gateways/tax-documents/sandbox-certificate.ts';
import type { TaxDocumentService } from '#server/lending/gateways/tax-documents/tax-document-service.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { issueTaxDocuments, type TaxContext } from '#server/lending/tax-documents/issue-tax-documents.ts';
import { sendTaxDocuments, type TaxSendingContext } from '#server/lending/tax-documents/send-tax-documents.ts';
import { makeTaxSummaries, sendTaxSummaries } from '#server/lending/tax-documents/send-tax-summaries.ts';
import { openContent, openXml } from '#server/lending/tax-documents/tax-store.ts';
import type { LoanService } from '../loans/loan-service.ts';
import { testVault } from '../people/vault.ts';

export const TEST_RUC = '20999999990';

let key: SigningKey | undefined;

/** A certificate of the sandbox's lender, from before every date of the tests until long after. */
export function testKey(): SigningKey {
  key ??= openSigningKey(
    makeSandboxCertificate({
      ruc: TEST_RUC,
      name: 'Mañay Préstamos S.A.C.',
      validFrom: Date.UTC(2020, 0, 1),
      validUntil: Date.UTC(2040, 0, 1),
    }),
  );
  return key;
}

export function taxContext(service: LoanService, changes: Partial<TaxContext> = {}): TaxContext {
  const { db, clock } = service;
  const { calendar, log } = service.context;
  return { db, clock, calendar, log, vault: testVault(), taxKey: testKey(), provider: { ruc: TEST_RUC }, ...changes };
}

/** Moves the clock and documents every day that is over. */
export async function documentThrough(service: LoanService, date: string): Promise<number> {
  service.clock.moveTo(date);
  return issueTaxDocuments(taxContext(service));
}

/** Takes a payment back, as a chargeback does. */
export async function takeBack(service: LoanService, loanId: string, paymentId: string): Promise<void> {
  await withLoan(service.context, { id: loanId }, async (locked) => {
    const change = reversePayment(locked.loan, paymentId, [], locked.day);
    if (change.kind !== 'accepted') throw new Error(`the payment stands: ${change.kind}`);
    await locked.save(change, { kind: 'payment-reversed', ref: paymentId });
  });
}

/** Every document of a loan as it was stored, oldest first. */
export async function documentsOf({ db }: Pick<LoanService, 'db'>, loanId: string) {
  const rows = await db.kysely
    .selectFrom('tax_document')
    .selectAll()
    .where('loan_id', '=', loanId)
    .orderBy('position')
    .execute();
  const vault = testVault();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    date: calendarDate(row.issue_date) as CalendarDate,
    net: Number(row.net),
    vat: Number(row.vat),
    status: row.status,
    document: openContent(vault, row),
    xml: openXml(vault, row),
  }));
}

/** A context that sends documents to a tax authority of a test. */
export function sendingContext(
  service: LoanService,
  taxDocuments: TaxDocumentService,
  changes: Partial<TaxSendingContext> = {},
): TaxSendingContext {
  return { ...taxContext(service), taxDocuments, ...changes };
}

/** Sends until nothing is due. */
export async function sendAll(context: TaxSendingContext): Promise<void> {
  await makeTaxSummaries(context);
  while ((await sendTaxDocuments(context)) + (await sendTaxSummaries(context)) > 0);
}
