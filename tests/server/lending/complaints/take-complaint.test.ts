import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ComplaintBody } from '#api/complaint-form.ts';
import { listComplaints } from '#server/lending/complaints/complaint-store.ts';
import { fileComplaint } from '#server/lending/complaints/take-complaint.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { createTestBook, file, withComplaintsBook, withKey } from '#tests/support/complaints/complaints-book.ts';
import { testVault } from '#tests/support/people/vault.ts';

const book = withComplaintsBook();

async function numbers(): Promise<string[]> {
  return (await listComplaints(book.db.kysely, testVault())).map(({ code }) => code);
}
const upTo = (count: number) => Array.from({ length: count }, (_, k) => `LR-2026-${String(k + 1).padStart(6, '0')}`);
const filing = (detail: string) => ({
  form: aComplaint({ detail }) as ComplaintBody,
  attachments: [],
  locale: 'es' as const,
});

test('fifty sheets at once through two copies of the service: fifty numbers without a gap', {
  tags: 'asvs-2.3.4',
}, async () => {
  const copies = [book, createTestBook(book.db)];
  const receipts = await Promise.all(
    Array.from({ length: 50 }, (_, k) => {
      const copy = copies[k % 2] as typeof book;
      return file(copy, aComplaint({ detail: `Hoja paralela número ${k}` }));
    }),
  );
  expect(receipts.map(({ code }) => code).sort()).toEqual(upTo(50));
  expect(await numbers()).toEqual(upTo(50));
});

test('the same sheet twenty times at once is one complaint with one number and one e-mail', async () => {
  const receipts = await Promise.all(Array.from({ length: 20 }, () => file(book)));
  expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1);
  expect(await numbers()).toEqual(upTo(1));
  expect(await book.db.kysely.selectFrom('outbox').select('id').execute()).toHaveLength(1);
});

test('a filing that fails half-way leaves nothing behind, and its number goes to the next', {
  tags: 'asvs-2.3.3',
}, async () => {
  const { kysely } = book.db;
  await file(book, aComplaint({ detail: 'La primera hoja' }));
  await sql`create function no_mail() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`.execute(kysely);
  await sql`create trigger no_mail before insert on outbox for each row execute function no_mail()`.execute(kysely);
  try {
    await expect(fileComplaint(book.context, filing('La hoja que falla'))).rejects.toThrow('the disk is full');
  } finally {
    await sql`drop trigger no_mail on outbox`.execute(kysely);
    await sql`drop function no_mail()`.execute(kysely);
  }
  expect(await numbers()).toEqual(upTo(1));
  expect(await kysely.selectFrom('complaint_event').select('id').execute()).toHaveLength(1);
  await file(book, aComplaint({ detail: 'La hoja siguiente' }));
  expect(await numbers()).toEqual(upTo(2));
});

describe('the database itself', () => {
  test.each([
    "update complaint set sheet = '{}'",
    "update complaint set code = 'LR-2026-999999'",
    "update complaint set answer_due_on = '2030-01-01'",
    'delete from complaint',
    "update complaint_event set data = '{}'",
    'delete from complaint_event',
    "update complaint_document set sha256 = 'x'",
  ])('refuses: %s', async (statement) => {
    await file(book);
    await expect(sql.raw(statement).execute(book.db.kysely)).rejects.toThrow(/never|append-only/);
  });

  test('refuses a second complaint with the same content on one day', async () => {
    await file(book);
    const copy = sql`insert into complaint select gen_random_uuid(), 'LR-2026-000009', establishment_code, year, 9,
      filed_at, filed_on, answer_due_on, status, assignee, type, locale, sheet, content_hash, tracking_key from complaint`;
    await expect(copy.execute(book.db.kysely)).rejects.toThrow('complaint_content_once');
  });
});

test('without an e-mail address there is no e-mail, and the sheet is there all the same', {
  tags: 'promise-the-complaints-book',
}, async () => {
  const receipt = await file(book, aComplaint({ email: undefined, answerChannel: 'POSTAL' }));
  expect(await book.db.kysely.selectFrom('outbox').select('id').execute()).toEqual([]);
  expect((await withKey(book, receipt.pdfUrl, receipt.trackingKey)).status).toBe(200);
});
