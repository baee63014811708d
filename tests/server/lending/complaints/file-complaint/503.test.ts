import { expect, test } from 'vitest';
import { listComplaints } from '#server/lending/complaints/complaint-store.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { file, postForm, postJson, withComplaintsBook } from '#tests/support/complaints/complaints-book.ts';
import { testVault } from '#tests/support/people/vault.ts';

const book = withComplaintsBook();

test('a term that reaches a year without holidays is not promised, and no number is lost', async () => {
  book.clock.moveTo('2027-12-20');
  const response = await postJson(book);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ error: { code: 'holiday_table_missing' } });
  const page = await postForm(book);
  expect(page.status).toBe(503);
  expect(await page.text()).toContain('<p data-show="unavailable">');
  expect(await listComplaints(book.db.kysely, testVault())).toEqual([]);

  book.clock.moveTo('2027-11-30');
  expect((await file(book, aComplaint())).code).toBe('LR-2027-000001');
});
