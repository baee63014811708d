import type { Context } from 'hono';
import * as z from 'zod';
import { ATTACHMENT_LIMITS } from '#api/complaint-form.ts';
import { paragraphs } from '#api/field-rules/text.ts';
import { checkAttachments, downloadHeaders } from '#server/kit/attachments.ts';
import { invalidFields, notFound } from '#server/kit/errors.ts';
import type { SentFile } from '#server/kit/form-body.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Place } from '#server/kit/vault.ts';
import { act, read, type StaffAct } from '#server/lending/staff/act.ts';
import { recordAudit } from '#server/lending/staff/audit-store.ts';
import { operatorName, recordShown } from '#server/lending/staff/staff-route.ts';
import type { IdentityContext } from '../people-context.ts';
import { personSealIfKept } from '../person-seal.ts';
import { recordStaffAccess } from '../store/access-log-store.ts';
import { PEOPLE_ANSWERS } from './people-answers.ts';

const MAX_NOTE_BYTES = ATTACHMENT_LIMITS.bytesPerFile + 64 * 1024;

/** The place of a sealed value of a note. */
function placeOfNote(column: 'text' | 'file_name' | 'file', id: string): Place {
  return { table: 'person_note', column, id };
}

/** Notes of colleagues on a client, with a file: added, never changed. */
export function clientNoteActs(): readonly StaffAct<IdentityContext>[] {
  const path = '/api/v1/staff/clients';
  const may = ['support', 'collections', 'compliance', 'underwriter', 'finance'] as const;
  return [
    act({
      name: 'person note',
      answers: PEOPLE_ANSWERS['person note'],
      path: `${path}/:personId/notes`,
      may,
      params: z.object({ personId: z.guid() }),
      body: z.strictObject({ text: z.string().overwrite(paragraphs).min(3).max(2_000) }),
      files: ['file'],
      maxBytes: MAX_NOTE_BYTES,
      fileBytes: { one: ATTACHMENT_LIMITS.bytesPerFile, all: ATTACHMENT_LIMITS.bytesPerFile },
      answer: (c, { params, body, files }, context) => add(c, context, params.personId, { text: body.text, files }),
    }),
    read({
      name: 'person note-file',
      path: `${path}/:personId/notes/:note/file`,
      may,
      personal: 'one',
      params: z.object({ personId: z.guid(), note: z.guid() }),
      answers: 'file',
      answer: (c, { params }, context) => sendFile(c, context, params),
    }),
  ];
}

async function add(
  c: Context,
  { db, vault, clock }: IdentityContext,
  personId: string,
  { text, files }: { readonly text: string; readonly files: readonly SentFile[] },
): Promise<Response> {
  const checked = await checkAttachments(files);
  if (checked.kind === 'invalid') return answerRefusal(c, invalidFields([{ field: 'file', code: checked.code }]));
  if (checked.attachments.length > 1) return answerRefusal(c, invalidFields([{ field: 'file', code: 'out_of_range' }]));
  const [file] = checked.attachments;
  const [by, now] = [operatorName(c), clock.now()];
  const id = uuidv7(now);
  const isAdded = await db.kysely.transaction().execute(async (trx) => {
    const person = trx.selectFrom('person').select('id').where('id', '=', personId);
    // Locked: an erasure that comes at the same time must not leave a note that can be read.
    const locked = await person.where('data_key', 'is not', null).forNoKeyUpdate().executeTakeFirst();
    const seal = locked && (await personSealIfKept(trx, vault, personId));
    if (!seal) return false;
    await trx
      .insertInto('person_note')
      .values({
        id,
        person_id: personId,
        written_by: by,
        at: new Date(now),
        text_sealed: seal.seal(text, placeOfNote('text', id)),
        file_name_sealed: file ? seal.seal(file.name, placeOfNote('file_name', id)) : null,
        file_sealed: file ? seal.sealBytes(file.bytes, placeOfNote('file', id)) : null,
        media_type: file?.mediaType ?? null,
      })
      .execute();
    const entry = { actor: `operator:${by}`, action: 'person.note', subject: `person:${personId}`, at: now };
    await recordAudit(trx, { ...entry, after: { note: id, file: file?.sha256 ?? null } });
    return true;
  });
  return isAdded ? c.json({ id }, 201) : answerRefusal(c, notFound());
}

async function sendFile(
  c: Context,
  { db, vault, clock }: IdentityContext,
  { personId, note }: { readonly personId: string; readonly note: string },
): Promise<Response> {
  const row = await db.kysely
    .selectFrom('person_note')
    .select(['file_sealed', 'media_type'])
    .where('id', '=', note)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  const seal = row?.file_sealed ? await personSealIfKept(db.kysely, vault, personId) : undefined;
  if (!row?.file_sealed || row.media_type === null || !seal) return answerRefusal(c, notFound());
  const bytes = seal.openBytes(row.file_sealed, placeOfNote('file', note));
  const [operator, at] = [operatorName(c), clock.now()];
  await recordShown(c, {
    action: 'person.view-note-file',
    subject: `person:${personId}`,
    after: { note },
    within: (trx) => recordStaffAccess(trx, { personId, kind: 'FILE_SEEN', at, operator }),
  });
  return c.body(Uint8Array.from(bytes), 200, downloadHeaders(`note-${note}`, row.media_type));
}
