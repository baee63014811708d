import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  findComplaint,
  readAttachmentBytes,
  readAttachments,
  readEvents,
} from '#server/lending/complaints/complaint-store.ts';
import { SANDBOX_PROVIDER } from '#server/lending/config.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import {
  asForm,
  file,
  PDF_BYTES,
  postForm,
  staff,
  withComplaintsBook,
} from '#tests/support/complaints/complaints-book.ts';
import { dumpDatabase, placesOf } from '#tests/support/database/database-dump.ts';
import { testVault } from '#tests/support/people/vault.ts';

const book = withComplaintsBook();
const vault = testVault();

test('a sheet, its files, its answer and its tracking key cannot be read in the database', async () => {
  const receipt = await file(book, aComplaint({ phone: '987 654 321' }), { 'idempotency-key': randomUUID() });
  const files = [new File([PDF_BYTES], 'boleta de Rosa.pdf', { type: 'application/pdf' })];
  expect((await postForm(book, asForm({ detail: 'Otra hoja, con un papel.' }, files))).status).toBe(303);
  await staff(book, `/${receipt.code}/answer`, { text: 'Señora Rosa: su pago ya figura.', solution: 'ACCEPTED' });
  const dump = await dumpDatabase(book.db);
  for (const word of [
    'Rosa Elena',
    'Señora Rosa',
    'Ñahui',
    '45678912',
    '987 654',
    'rosa@',
    'Álamos',
    '%PDF',
    receipt.trackingKey,
  ]) {
    expect(placesOf(dump, word), word).toEqual([]);
  }
  expect(placesOf(dump, receipt.code)).toContain('complaint.code');
});

test('a sheet that was filed before anything was sealed is read as it is', async () => {
  const { kysely } = book.db;
  const [id, event, attachment] = [randomUUID(), randomUUID(), randomUUID()];
  const sheet = JSON.stringify({ provider: SANDBOX_PROVIDER, form: aComplaint() });
  await sql`insert into complaint (id, code, establishment_code, year, number, filed_at, filed_on, answer_due_on, status,
      type, locale, sheet, content_hash, tracking_key)
    values (${id}, 'LR-2026-000001', '0001', 2026, 1, now(), '2026-03-27', '2026-04-21', 'RECEIVED', 'RECLAMO', 'es',
      ${sheet}::jsonb, 'abc', '7KQ2-M9XA-0B3D-WZ5T-HN8C')`.execute(kysely);
  await sql`insert into complaint_event (id, complaint_id, position, at, business_date, kind, actor, to_status, data)
    values (${event}, ${id}, 1, now(), '2026-03-27', 'note', 'operator:ana', 'RECEIVED', '{"text": "llamó"}')`.execute(
    kysely,
  );
  // Its name looks like a sealed value; its first bytes tell that it is not.
  await sql`insert into complaint_attachment (id, complaint_id, event_id, position, name, media_type, bytes, byte_length,
      sha256)
    values (${attachment}, ${id}, ${event}, 0, '1.boleta.pdf', 'application/pdf', ${PDF_BYTES}, 20, 'def')`.execute(
    kysely,
  );

  const complaint = await findComplaint(kysely, vault, 'LR-2026-000001');
  expect(complaint?.sheet.form.firstName).toBe('Rosa Elena');
  expect(complaint?.trackingKey).toBe('7KQ2-M9XA-0B3D-WZ5T-HN8C');
  expect((await readEvents(kysely, vault, id))[0]?.data).toEqual({ text: 'llamó' });
  expect((await readAttachments(kysely, vault, id))[0]?.name).toBe('1.boleta.pdf');
  const read = await readAttachmentBytes(kysely, vault, id, attachment);
  expect([read?.name, Buffer.from(read?.bytes ?? []).equals(PDF_BYTES)]).toEqual(['1.boleta.pdf', true]);
});
