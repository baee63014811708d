import { expect, test } from 'vitest';
import { listComplaints } from '#server/lending/complaints/complaint-store.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { file, postJson, withComplaintsBook } from '#tests/support/complaints/complaints-book.ts';
import { testVault } from '#tests/support/people/vault.ts';

const book = withComplaintsBook();

test('a key that was used for another sheet is refused, and nothing is filed', async () => {
  const headers = { 'idempotency-key': 'b7f1c7b0-0c55-4f0e-8f35-7a4a5c8a1f11' };
  await file(book, aComplaint(), headers);
  const response = await postJson(book, aComplaint({ request: 'Otra cosa, y no la misma.' }), headers);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ error: { code: 'idempotency_mismatch' } });
  expect(await listComplaints(book.db.kysely, testVault())).toHaveLength(1);
});
