import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Vault } from '#server/kit/vault.ts';
import { listDocuments, readDocumentFile } from '#server/lending/documents/document-store.ts';
import { issueTaxDocuments } from '#server/lending/tax-documents/issue-tax-documents.ts';
import { issueTaxPapers } from '#server/lending/tax-documents/issue-tax-papers.ts';
import { qrText } from '#server/lending/tax-documents/tax-paper.ts';
import { aLoan, withLoanService } from '#tests/support/loans/loan-service.ts';
import { testVault } from '#tests/support/people/vault.ts';
import { documentsOf, documentThrough, taxContext } from '#tests/support/tax-documents/tax-service.ts';

const service = withLoanService();

test('each document is printed once, among its client’s papers, and its QR code says what SUNAT asks for', async () => {
  const loan = await aLoan(service);
  await documentThrough(service, '2026-02-15');
  const vault = testVault();
  const print = () =>
    issueTaxPapers({ db: service.db, vault, siteUrl: 'https://example.pe', log: service.context.log });
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

test('a paper of a refused receipt is replaced by that of the one which says it again', async () => {
  const { id: loanId, personId } = await aLoan(service);
  await documentThrough(service, '2026-02-15');
  const print = () =>
    issueTaxPapers({ db: service.db, vault: testVault(), siteUrl: 'https://example.pe', log: service.context.log });
  await print();
  const [old] = await documentsOf(service, loanId);
  const { kysely } = service.db;
  await kysely
    .updateTable('tax_document')
    .set({ status: 'REPLACED' })
    .where('id', '=', old?.id ?? '')
    .execute();
  await sql`update tax_watch set due_on = '2026-01-15' where loan_id = ${loanId}`.execute(kysely);
  await issueTaxDocuments(taxContext(service));
  await print();
  const { documents } = await listDocuments(kysely, personId);
  const papers = documents.filter(({ type }) => type === 'TAX_RECEIPT');
  const fresh = papers.find(({ supersededBy }) => supersededBy === null);
  expect(papers).toHaveLength(2);
  expect(papers.find(({ id }) => id !== fresh?.id)?.supersededBy).toBe(fresh?.id);
});

test('one that cannot be printed does not keep the others from being printed', async () => {
  const loans = [await aLoan(service), await aLoan(service)];
  await documentThrough(service, '2026-02-15');
  const [broken] = await documentsOf(service, loans[0]?.id ?? '');
  const vault: Vault = {
    ...testVault(),
    openBytes(bytes, place) {
      if (place.id === broken?.id) throw new Error('as of a key that is gone');
      return testVault().openBytes(bytes, place);
    },
  };
  const { db, context } = service;
  expect(await issueTaxPapers({ db, vault, siteUrl: 'https://example.pe', log: context.log })).toBe(1);
});
