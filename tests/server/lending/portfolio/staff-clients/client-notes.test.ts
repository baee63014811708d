import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { NOTICE_KIND } from '#i18n/staff-codes/timeline.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { NOTIFICATION_KINDS } from '#server/lending/clients/notification-kinds.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { erasePerson } from '#server/lending/people/store/person-store.ts';
import { readPersonData } from '#server/lending/privacy/data-export-store.ts';
import { readAudit, recordAudit } from '#server/lending/staff/audit-store.ts';
import type { Role } from '#server/lending/staff/colleague.ts';
import { PNG_BYTES } from '#tests/support/complaints/complaints-book.ts';
import type { Payments } from '#tests/support/payments/payments.ts';
import { testVault } from '#tests/support/people/vault.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { type Things, withLenderAtWork } from '#tests/support/staff/full-lists.ts';

let db: Database<Tables>;
let payments: Payments;
let things: Things;
withLenderAtWork((at) => {
  ({ db, payments, things } = at);
});

const clients = '/api/v1/staff/clients';
async function ask(role: Role, path: string, init: RequestInit = {}): Promise<Response> {
  const { headers } = await aColleague(db, role, [role]);
  return payments.app.request(path, { ...init, headers: { ...headers, ...(init.headers as object) } });
}
function note(role: Role, personId: string, text: string, files: readonly File[] = []): Promise<Response> {
  const form = new FormData();
  form.set('text', text);
  for (const file of files) form.append('file', file);
  return ask(role, `${clients}/${personId}/notes`, { method: 'POST', body: form });
}
const scan = (bytes: Uint8Array, name = 'carta.png') => new File([bytes as Uint8Array<ArrayBuffer>], name);

interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly event: string | null;
  readonly subject: string | null;
  readonly by: string | null;
  readonly text: string | null;
  readonly note: string | null;
}
async function timeline(role: Role, personId: string, more = ''): Promise<readonly Entry[]> {
  const answer = await ask(role, `${clients}-timeline?personId=${personId}&limit=500${more}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { readonly timeline: readonly Entry[] }).timeline;
}

test('a note with a file is on the line of time, its file is read by a colleague, and both are on record', async () => {
  const { personId } = things.debtor;
  const added = await note('finance', personId, 'Envió la constancia.\nFalta el sello.', [scan(PNG_BYTES)]);
  expect(added.status).toBe(201);
  const { id } = (await added.json()) as { readonly id: string };
  const entry = (await timeline('support', personId)).find((one) => one.note === id);
  expect(entry).toMatchObject({
    kind: 'note',
    by: 'finance',
    text: 'Envió la constancia.\nFalta el sello.',
    fileName: 'carta.png',
  });
  const file = await ask('collections', `${clients}/${personId}/notes/${id}/file`);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(PNG_BYTES))).toBe(true);
  const audit = await readAudit(db.kysely, `person:${personId}`);
  expect(audit).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ actor: 'operator:finance', action: 'person.note' }),
      expect.objectContaining({ actor: 'operator:collections', action: 'person.view-note-file' }),
    ]),
  );
  expect(JSON.stringify(audit)).not.toContain('constancia');
});

test('another kind of file, a larger one, two of them, no text and an administrator are refused', async () => {
  const { personId } = things.debtor;
  const before = await db.kysely.selectFrom('person_note').select('id').execute();
  const large = new Uint8Array(5 * 1024 * 1024 + 1);
  large.set(PNG_BYTES);
  const refused = [
    await note('support', personId, 'Una hoja.', [scan(new TextEncoder().encode('<script>'), 'x.html')]),
    await note('support', personId, 'Una hoja.', [scan(large)]),
    await note('support', personId, 'Una hoja.', [scan(PNG_BYTES), scan(PNG_BYTES, 'b.png')]),
    await note('support', personId, ' '),
    await note('admin', personId, 'Una hoja.'),
    await note('support', '01890000-0000-7000-8000-00000000dead', 'De nadie.'),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, expect.any(Number), 400, 400, 403, 404]);
  expect([400, 413]).toContain(refused[1]?.status);
  expect(await db.kysely.selectFrom('person_note').select('id').execute()).toHaveLength(before.length);
});

test('the line of time has what happened with the client, the newest first, page by page, and nobody else’s', async () => {
  const { personId, number } = things.debtor;
  const all = await timeline('support', personId);
  const kinds = new Set(all.map(({ kind }) => kind));
  for (const kind of ['paper', 'payout', 'note']) expect([kind, kinds.has(kind)]).toEqual([kind, true]);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
  expect(all.some(({ subject }) => subject === number)).toBe(true);
  expect(
    all.flatMap(({ subject }) => subject ?? []).filter((subject) => /^P-/.test(subject) && subject !== number),
  ).toEqual([]);
  const other = await db.kysely
    .selectFrom('person')
    .select('id')
    .where('id', '!=', personId)
    .limit(1)
    .executeTakeFirstOrThrow();
  expect((await timeline('support', other.id)).filter(({ kind }) => kind === 'note')).toEqual([]);
});

test('what a colleague did in the client’s area is on the line of time as one kind of act, what was refused as another', async () => {
  const { personId } = things.debtor;
  const entry = { actor: 'staff:eva', subject: `person:${personId}`, at: payments.clock.now(), onBehalfOf: personId };
  const actions = ['client-area.save-draft', 'client-area.refused', 'contact.outcome'];
  await db.kysely.transaction().execute(async (trx) => {
    for (const action of actions) await recordAudit(trx, { ...entry, action });
  });
  const acts = (await timeline('support', personId)).filter(({ by }) => by === 'staff:eva');
  expect(acts.map(({ event }) => event).sort()).toEqual(['client-area', 'client-area.refused', 'contact.outcome']);
});

test('every kind of notice has words for colleagues', () => {
  expect(Object.keys(NOTICE_KIND).sort()).toEqual(Object.keys(NOTIFICATION_KINDS).sort());
});

test('a note is never changed or removed, is in the export of the client’s data, and is unreadable once they are erased', async () => {
  const vault = testVault();
  const { personId } = things.debtor;
  await note('support', personId, 'Para la exportación.', [scan(PNG_BYTES)]);
  await expect(sql`update person_note set written_by = 'x'`.execute(db.kysely)).rejects.toThrow();
  await expect(sql`delete from person_note`.execute(db.kysely)).rejects.toThrow();
  const seal = await personSeal(db.kysely, vault, personId);
  const exported = await readPersonData(db.kysely, { vault, seal }, personId, payments.clock.now());
  expect(exported?.data['notes']).toEqual(
    expect.arrayContaining([expect.objectContaining({ text: 'Para la exportación.' })]),
  );
  expect(exported?.files.filter(({ name }) => name.startsWith('files/note-')).length).toBeGreaterThan(0);
  const stored = await db.kysely.selectFrom('person_note').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain('exportación');
  await db.kysely.transaction().execute((trx) => erasePerson(trx, personId, payments.clock.now()));
  expect((await ask('support', `${clients}-timeline?personId=${personId}`)).status).toBe(404);
  expect((await ask('support', `${clients}/${personId}/notes/${things.note}/file`)).status).toBe(404);
  expect((await note('support', personId, 'De quien ya no está.')).status).toBe(404);
});
