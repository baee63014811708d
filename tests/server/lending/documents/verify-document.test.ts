import { describe, expect, test } from 'vitest';
import { verifyDocument } from '#api/endpoints/documents/verify-document.ts';
import { listDocuments } from '#server/lending/documents/document-store.ts';
import { issueDocuments } from '#server/lending/loan-documents/issue-documents.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';

describe('200', () => {
  const archive = withArchive();

  test('anybody can ask whether a file is one of ours, and learns nothing else', {
    tags: 'promise-papers',
  }, async () => {
    const { client } = await aClient(archive);
    await issueDocuments(archive.documents);
    const [document] = (await listDocuments(archive.lending.db.kysely, client.personId)).documents;
    const known = await callEndpoint(archive.lending, verifyDocument, { query: { sha256: document?.sha256 ?? '' } });
    expect([known.status, known.body]).toEqual([200, { issued: true }]);
    expect(known.headers.get('cache-control')).toBe('no-store');
    const other = await callEndpoint(archive.lending, verifyDocument, { query: { sha256: 'a'.repeat(64) } });
    expect(other.body).toEqual({ issued: false });
  });
});

describe('400', () => {
  const lending = withTestLending();

  test.each([{}, { sha256: '' }, { sha256: 'A'.repeat(64) }, { sha256: 'a'.repeat(63) }])(
    'what is not a SHA-256 in small hex digits is refused: %o',
    async (query) => {
      const answer = await callEndpoint(lending, verifyDocument, { query });
      expect(answer.status).toBe(400);
      expect(fieldCodes(answer)).toEqual([query.sha256 === undefined ? 'sha256.required' : 'sha256.invalid']);
    },
  );
});

describe('429', () => {
  const lending = withTestLending({ visitorLimit: { perMinute: 10, burst: 10 } });

  test('the eleventh question within a minute waits', async () => {
    const ask = () => callEndpoint(lending, verifyDocument, { query: { sha256: 'a'.repeat(64) } });
    for (let k = 0; k < 10; k += 1) expect((await ask()).status).toBe(200);
    const answer = await ask();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
