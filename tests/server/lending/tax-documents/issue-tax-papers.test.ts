import { expect, test } from 'vitest';
import { listDocuments, readDocumentFile } from '#server/lending/documents/document-store.ts';
import { issueTaxPapers } from '#server/lending/tax-documents/issue-tax-papers.ts';
import { qrText } from '#server/lending/tax-documents/tax-paper.ts';
import { aLoan, withLoanService } from '#tests/support/loans/loan-service.ts';
import { testVault } from '#tests/support/people/vault.ts';
import { documentsOf, documentThrough } from '#tests/support/tax-documents/tax-service.ts';

const service = withLoanService();

test('each document is printed once, among its client’s papers, and its QR code says what SUNAT asks for', async () => {
  const loan = await aLoan(service);
  await documentThrough(service, '2026-02-15');
  const vault = testVault();
  const print = () => issueTaxPapers({ db: service.db, vault, siteUrl: 'https://example.pe' });
  expect(await print()).toBe(1);
  expect(await print()).toBe(0);
  const { documents } = await listDocuments(service.db.kysely, loan.personId);
  const [paper] = documents.filter(({ type }) => type === 'TAX_RECEIPT');
  expect(paper?.title).toMatch(/^Boleta de venta electrónica B001-\d+$/);
  const file = await readDocumentFile(service.db.kysely, vault, { personId: loan.personId, id: paper?.id ?? '' });
  expect(
    Buffer.from(file?.bytes ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const [stored] = await documentsOf(service, loan.id);
  if (!stored) throw new Error('no document');
  expect(qrText({ document: stored.document, digest: 'abc=' })).toBe(
    `20999999990|03|B001|${stored.document.number}|11.14|73.03|2026-02-14|1|${stored.document.buyer.documentNumber}|abc=|`,
  );
});
