import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listDocuments } from '#server/lending/documents/document-store.ts';
import { issueDocuments } from '#server/lending/loan-documents/issue-documents.ts';
import { issueTaxPapers } from '#server/lending/tax-documents/issue-tax-papers.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { documentsOf, documentThrough } from '#tests/support/tax-documents/tax-service.ts';

const archive = withArchive();

/** A client with a payment, its receipt and its tax document. */
async function aDocumented() {
  const { client, loan } = await aClient(archive);
  const { lending, loans, documents } = archive;
  lending.clock.moveTo('2026-02-14');
  await pay(loans, loan.id, 573.03);
  await documentThrough(loans, '2026-02-16');
  await issueDocuments(documents);
  await issueTaxPapers({ db: lending.db, vault: lending.vault, siteUrl: 'https://example.pe', log: loans.context.log });
  const papers = await listDocuments(lending.db.kysely, client.personId);
  const paperOf = (type: string) => papers.documents.find((paper) => paper.type === type);
  const [stored] = await documentsOf(loans, loan.id);
  const xmlOf = (id: string | undefined, headers: HeadersInit = client.headers) =>
    lending.app.request(`/api/v1/documents/${id}/xml`, { headers });
  return { boleta: paperOf('TAX_RECEIPT'), receipt: paperOf('PAYMENT_RECEIPT'), stored, xmlOf };
}

describe('200', () => {
  test('the XML of a receipt, to the byte as it was signed, under its own name', async () => {
    const { boleta, stored, xmlOf } = await aDocumented();
    const answer = await xmlOf(boleta?.id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/xml');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${stored?.name}.xml"`);
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(digest(await answer.text())).toBe(digest(stored?.xml ?? ''));
  });

  test('the receipt of a payment and the tax document of its day name each other, whenever they were printed', async () => {
    const { boleta, receipt } = await aDocumented();
    expect(receipt?.pairedWith).toBe(boleta?.id);
    expect(boleta?.pairedWith).toBe(receipt?.id);
  });
});

describe('404', () => {
  test('another kind of paper has none, and nobody gets that of somebody else', async () => {
    const { boleta, receipt, xmlOf } = await aDocumented();
    expect((await xmlOf(receipt?.id)).status).toBe(404);
    const stranger = await aBorrower(archive.lending, { documentNumber: '40000999', phone: '+51980000999' });
    expect((await xmlOf(boleta?.id, stranger.headers)).status).toBe(404);
  });
});
