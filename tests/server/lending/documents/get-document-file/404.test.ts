import { expect, test } from 'vitest';
import { listDocuments } from '#server/lending/documents/document-store.ts';
import { issueDocuments } from '#server/lending/loan-documents/issue-documents.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const archive = withArchive();

test('somebody else’s paper, one that is not there and one that cannot be get the same answer', async () => {
  const { client } = await aClient(archive);
  await issueDocuments(archive.documents);
  const [theirs] = (await listDocuments(archive.lending.db.kysely, client.personId)).documents;
  const { headers } = await aBorrower(archive.lending);
  const ids = [theirs?.id, '01890000-0000-7000-8000-000000000000', 'contract'];
  const answers = await Promise.all(
    ids.map((id) => archive.lending.app.request(`/api/v1/documents/${id}/file`, { headers })),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(texts).size).toBe(1);
});
