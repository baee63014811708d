import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { anApplicant, PHOTO, uploadFile } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('a photo is kept, sealed, under the hash of what was sent', { tags: 'asvs-5.3.1' }, async () => {
  const { headers } = await anApplicant(lending, 'DEVICE');
  const documentId = await uploadFile(lending, headers, 'DNI_FRONT', PHOTO);
  const { documents } = acceptedBody(await callEndpoint(lending, getApplication, { headers }));
  const sha256 = createHash('sha256').update(PHOTO).digest('hex');
  expect(documents).toEqual([{ documentId, type: 'DNI_FRONT', status: 'READY', sha256 }]);
  const row = await lending.db.kysely
    .selectFrom('application_document')
    .select('bytes_sealed')
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow();
  expect(Buffer.from(row.bytes_sealed ?? []).includes(Buffer.from(PHOTO))).toBe(false);
});

test.each([
  ['a PDF', '%PDF-1.7 hoja', 'application/pdf'],
  ['a photo of a telephone', '\0\0\0\x18ftypheic\0\0\0\0', 'image/heic'],
])('%s is taken for what it is, whatever it is called', { tags: 'asvs-5.2.2' }, async (_, text, mediaType) => {
  const { headers } = await anApplicant(lending, 'DEVICE');
  const bytes = Buffer.from(text, 'latin1');
  const documentId = await uploadFile(lending, headers, 'INCOME_PROOF', new Uint8Array(bytes));
  const row = await lending.db.kysely
    .selectFrom('application_document')
    .select('media_type')
    .where('id', '=', documentId)
    .executeTakeFirst();
  expect(row?.media_type).toBe(mediaType);
});

test('a photo that was chosen twice for one place is taken again', async () => {
  const { headers } = await anApplicant(lending, 'DEVICE');
  const first = await uploadFile(lending, headers, 'SELFIE', PHOTO);
  expect(await uploadFile(lending, headers, 'SELFIE', PHOTO)).not.toBe(first);
});
