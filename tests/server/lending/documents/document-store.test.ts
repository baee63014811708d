import { sql } from 'kysely';
import { test as base, describe, expect } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import {
  attachToLoan,
  isKnownDocument,
  listDocuments,
  type NewDocument,
  readDocumentFile,
  readIssued,
  storeDocument,
} from '#server/lending/documents/document-store.ts';
import { aClient, withArchive } from '#tests/support/loan-documents/archive.ts';

const archive = withArchive();
const test = base.extend('mine', () => owner());
const kysely = () => archive.lending.db.kysely;

const newDocument = (changes: Partial<NewDocument> & Pick<NewDocument, 'personId' | 'loanId'>): NewDocument => ({
  type: 'SCHEDULE',
  cause: 'disbursement',
  language: 'es',
  title: 'Cronograma de pagos',
  bytes: new TextEncoder().encode(`%PDF /Type /Page ${changes.cause ?? ''}`),
  businessDate: calendarDate('2026-01-15'),
  now: archive.lending.clock.now(),
  ...changes,
});
const store = (document: NewDocument) =>
  kysely()
    .transaction()
    .execute((trx) => storeDocument(trx, archive.lending.vault, document));
const owner = async () => {
  const { client, loan } = await aClient(archive);
  return { personId: client.personId, loanId: loan.id };
};

describe('a paper', () => {
  test('rendered twice is stored once: the first one counts', async ({ mine }) => {
    const first = await store(newDocument(mine));
    const again = await store(newDocument({ ...mine, bytes: new TextEncoder().encode('%PDF /Type /Page other') }));
    expect(again).toEqual(first);
    expect((await listDocuments(kysely(), mine.personId)).documents).toHaveLength(1);
  });

  test('rendered by several at once is stored once too', async ({ mine }) => {
    const all = await Promise.all(Array.from({ length: 5 }, () => store(newDocument(mine))));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  });

  test('of a kind that is replaced counts up and points to what replaces it', async ({ mine }) => {
    const first = await store(newDocument(mine));
    const second = await store(newDocument({ ...mine, cause: 'prepayment:1' }));
    const { documents } = await listDocuments(kysely(), mine.personId);
    expect(documents.map(({ version, supersededBy }) => [version, supersededBy])).toEqual([
      [2, null],
      [1, second.id],
    ]);
    expect(first.supersededBy).toBeNull();
    // The English copy has a count of its own.
    expect(await store(newDocument({ ...mine, language: 'en' }))).toMatchObject({ version: 1, supersededBy: null });
  });

  test('that stands for itself replaces nothing', async ({ mine }) => {
    await store(newDocument({ ...mine, type: 'PAYMENT_RECEIPT', cause: 'a' }));
    expect(await store(newDocument({ ...mine, type: 'PAYMENT_RECEIPT', cause: 'b' }))).toMatchObject({ version: 1 });
    const { documents } = await listDocuments(kysely(), mine.personId);
    expect(documents.every(({ supersededBy }) => supersededBy === null)).toBe(true);
  });

  test('comes back byte for byte, for its owner only, and is nowhere in the table as it is', async ({ mine }) => {
    const bytes = new TextEncoder().encode('%PDF /Type /Page Rosa Quispe 45678912');
    const { id, sha256 } = await store(newDocument({ ...mine, bytes }));
    const { vault } = archive.lending;
    expect((await readDocumentFile(kysely(), vault, { ...mine, id }))?.bytes).toEqual(Buffer.from(bytes));
    const other = await owner();
    expect(await readDocumentFile(kysely(), vault, { ...other, id })).toBeUndefined();
    const { rows } = await sql<{ raw: Uint8Array }>`select bytes_sealed as raw from document where id = ${id}`.execute(
      kysely(),
    );
    expect(Buffer.from(rows[0]?.raw ?? []).toString('latin1')).not.toMatch(/Rosa|45678912/);
    expect(await isKnownDocument(kysely(), sha256)).toBe(true);
    expect(await isKnownDocument(kysely(), '0'.repeat(64))).toBe(false);
  });

  test('cannot be changed, removed or given to another loan', async ({ mine }) => {
    const { id } = await store(newDocument(mine));
    const other = await owner();
    for (const statement of [
      sql`update document set title = 'other' where id = ${id}`,
      sql`update document set bytes_sealed = ''::bytea where id = ${id}`,
      sql`update document set loan_id = ${other.loanId} where id = ${id}`,
      sql`delete from document where id = ${id}`,
      sql`truncate document cascade`,
    ]) {
      await expect(statement.execute(kysely())).rejects.toThrow(/document/);
    }
  });
});

describe('the draft of an agreement', () => {
  test('is in nobody’s list until it is signed; then it belongs to the loan for good', async () => {
    const { personId, loanId } = await owner();
    const draft = await store(newDocument({ personId, loanId: null, type: 'CONTRACT', cause: 'agreement:1' }));
    expect((await listDocuments(kysely(), personId)).documents).toEqual([]);
    // The signer can read it all the same.
    expect(await readDocumentFile(kysely(), archive.lending.vault, { personId, id: draft.id })).toBeDefined();
    await kysely()
      .transaction()
      .execute((trx) => attachToLoan(trx, [draft.id], { personId, loanId }));
    expect((await listDocuments(kysely(), personId)).documents).toMatchObject([{ id: draft.id, type: 'CONTRACT' }]);
  });

  test('of another person is attached to nothing', async () => {
    const [mine, other] = [await owner(), await owner()];
    const draft = await store(
      newDocument({ personId: other.personId, loanId: null, type: 'CONTRACT', cause: 'agreement:1' }),
    );
    await kysely()
      .transaction()
      .execute((trx) => attachToLoan(trx, [draft.id], mine));
    expect((await listDocuments(kysely(), mine.personId)).documents).toEqual([]);
  });
});

test('a long list comes in pages, newest first, none twice and none left out', async ({ mine }) => {
  for (let k = 0; k < 53; k += 1) {
    await store(newDocument({ ...mine, type: 'PAYMENT_RECEIPT', cause: `payment-${k}` }));
  }
  const first = await listDocuments(kysely(), mine.personId);
  const second = await listDocuments(kysely(), mine.personId, { after: first.next });
  expect([first.documents.length, second.documents.length, second.next]).toEqual([50, 3, undefined]);
  const last = await readIssued(kysely(), mine.loanId, 'es');
  const ids = [...first.documents, ...second.documents].map(({ id }) => id);
  expect(new Set(ids).size).toBe(last.size);
});
