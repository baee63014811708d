import { expect, test } from 'vitest';
import { verifyDocument } from '#api/endpoints/documents/verify-document.ts';
import { listDocuments } from '#server/lending/documents/document-store.ts';
import { issueDocuments } from '#server/lending/loan-documents/issue-documents.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';

const archive = withArchive();

test('anybody can ask whether a file is one of ours, and learns nothing else', { tags: 'promise-papers' }, async () => {
  const { client } = await aClient(archive);
  await issueDocuments(archive.documents);
  const [document] = (await listDocuments(archive.lending.db.kysely, client.personId)).documents;
  const known = await callEndpoint(archive.lending, verifyDocument, { query: { sha256: document?.sha256 ?? '' } });
  expect([known.status, known.body]).toEqual([200, { issued: true }]);
  expect(known.headers.get('cache-control')).toBe('no-store');
  const other = await callEndpoint(archive.lending, verifyDocument, { query: { sha256: 'a'.repeat(64) } });
  expect(other.body).toEqual({ issued: false });
});
