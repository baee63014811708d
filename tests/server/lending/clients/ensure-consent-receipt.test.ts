import { expect, test } from 'vitest';
import { ensureConsentReceipt } from '#server/lending/clients/ensure-consent-receipt.ts';
import { listDocuments, readDocumentFile } from '#server/lending/documents/document-store.ts';
import { withArchive } from '#tests/support/loan-documents/archive.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const archive = withArchive();
const consent = {
  id: '019bc1f2-7a10-7d3e-9c55-0d6c3f0c1b2a',
  purpose: 'Publicidad por correo',
  text: 'Acepto recibir ofertas por correo.',
  textVersion: '3',
  granted: true,
  channel: 'Web',
  at: new Date('2026-01-15T15:42:00Z'),
  on: '2026-01-15',
};

test('one row of the ledger has one receipt', async () => {
  const { personId } = await aBorrower(archive.lending);
  const receipt = await ensureConsentReceipt(archive.documents, personId, consent);
  expect(await ensureConsentReceipt(archive.documents, personId, consent)).toEqual(receipt);
  const { documents } = await listDocuments(archive.lending.db.kysely, personId);
  expect(documents).toEqual([receipt]);
  expect(documents.map(({ title }) => title)).toEqual(['Constancia de consentimiento 15/01/2026']);
});

test('the receipt names the client as they are in the books', async () => {
  const address = { ubigeo: '150105', streetType: 'JR', street: 'Los Álamos', number: '123', apartment: 'int. 4' };
  const { personId } = await aBorrower(archive.lending, { documentNumber: '45678913', address, language: 'en' });
  const receipt = await ensureConsentReceipt(archive.documents, personId, consent);
  const { db, vault } = archive.lending;
  const file = await readDocumentFile(db.kysely, vault, { personId, id: receipt?.id ?? '' });
  const { flat } = await readPdf(file?.bytes ?? new Uint8Array());
  for (const part of [
    'Consent receipt',
    'Rosa Quispe Huamán',
    'DNI 45678913',
    'Jr. Los Álamos 123, int. 4, Breña, Lima, Lima',
  ]) {
    expect(flat).toContain(part);
  }
});

test('there is no paper for somebody who is not there', async () => {
  expect(
    await ensureConsentReceipt(archive.documents, '01890000-0000-7000-8000-000000000000', consent),
  ).toBeUndefined();
});
