import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { listDocuments } from '#server/lending/documents/document-store.ts';
import { issueDocuments } from '#server/lending/loan-documents/issue-documents.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

const archive = withArchive();

async function aContract() {
  const { client, loan } = await aClient(archive);
  await issueDocuments(archive.documents);
  const { documents } = await listDocuments(archive.lending.db.kysely, client.personId, { type: 'CONTRACT' });
  const [contract] = documents;
  if (!contract) throw new Error('no contract');
  const path = `/api/v1/documents/${contract.id}/file`;
  return { contract, loan, get: () => archive.lending.app.request(path, { headers: client.headers }) };
}

test('a paper is a PDF with the hash of the list, the same bytes whenever it is loaded', {
  tags: 'promise-papers',
}, async () => {
  const { contract, loan, get } = await aContract();
  const response = await get();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(contract.sha256);
  expect(bytes).toHaveLength(contract.byteLength);
  const { flat, pages } = await readPdf(bytes);
  expect(flat).toContain(loan.loan.number);
  expect(pages).toBe(contract.pages);
  archive.lending.clock.pass({ minutes: 90 });
  expect(Buffer.from(await (await get()).arrayBuffer()).equals(bytes)).toBe(true);
});

test('it is kept by no cache, and saved under a name every system can write', {
  tags: ['asvs-5.4.1', 'asvs-5.4.2', 'asvs-14.2.2', 'asvs-14.3.2'],
}, async () => {
  const { loan, get } = await aContract();
  const { headers } = await get();
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="Contrato-de-prestamo-${loan.loan.number}.pdf"; filename*=UTF-8''Contrato%20de%20pr%C3%A9stamo%20${loan.loan.number}.pdf`,
  );
});
