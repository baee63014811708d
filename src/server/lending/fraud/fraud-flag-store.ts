import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { FlagKind, OpenFlag } from './fraud-flag.ts';

/** A thing by its HMAC. */
export interface FlaggedThing {
  readonly kind: FlagKind;
  readonly mark: string;
}

export interface NewCase {
  /** Whose things they are; undefined for what no client has used. */
  readonly personId?: string | undefined;
  /** The application it was found in. */
  readonly application?: { readonly id: string; readonly reference: string } | undefined;
  readonly reason: string;
  /** `operator:<login>` */
  readonly by: string;
  readonly now: number;
}

/**
 * Selects everything a person was seen with, and their document and telephone, as (kind, mark).
 * @param personId an id, or in a query the column that holds it
 */
export function thingsOf(personId: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select 'document' as kind, document_index as mark from person where id = ${personId}
    union select 'phone', phone_index from person where id = ${personId} and phone_index is not null
    union select kind, mark from person_mark
      where person_id = ${personId} and kind in ('cci', 'device', 'phone', 'address')`;
}

/** Flags things; what is flagged already with the same person stays as it is. @returns how many are new */
export async function insertCase(trx: Trx, things: readonly FlaggedThing[], one: NewCase): Promise<number> {
  if (things.length === 0) return 0;
  const caseId = uuidv7(one.now);
  const rows = await trx
    .insertInto('fraud_flag')
    .values(
      things.map((thing) => ({
        id: uuidv7(one.now),
        case_id: caseId,
        ...thing,
        person_id: one.personId ?? null,
        application_id: one.application?.id ?? null,
        application_reference: one.application?.reference ?? null,
        reason: one.reason,
        flagged_by: one.by,
        flagged_at: new Date(one.now),
        lift_reason: null,
        lifted_by: null,
        lifted_at: null,
        forgotten_at: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return rows.length;
}

/** Flags a person and everything they have used. @returns how many flags are new */
export async function flagPerson(trx: Trx, one: NewCase & { readonly personId: string }): Promise<number> {
  // What they use meanwhile waits, so that it is among their things or finds the flag.
  await trx.selectFrom('person').select('id').where('id', '=', one.personId).forNoKeyUpdate().execute();
  const { rows } = await sql<FlaggedThing>`${thingsOf(one.personId)}`.execute(trx);
  return insertCase(trx, rows, one);
}

/** The open flags that a person comes back under: their own, and those on anything they have used. Oldest first. */
export async function openFlagsOf(db: Db, personId: string): Promise<OpenFlag[]> {
  const { rows } = await sql<OpenFlag>`
    select flag.id, case_id as "caseId", kind, reason, flagged_by as "flaggedBy", flagged_at as "flaggedAt",
      application_reference as reference, flag.person_id is not distinct from ${personId}::uuid as "isOwn"
    from fraud_flag flag
    where lifted_at is null and forgotten_at is null
      and (flag.person_id = ${personId} or (kind, mark) in (${thingsOf(personId)}))
    order by flagged_at, flag.id`.execute(db);
  return rows;
}

/** The open flags on a thing. */
export function flagsOfThing(db: Db, { kind, mark }: FlaggedThing): Promise<{ readonly id: string }[]> {
  return db
    .selectFrom('fraud_flag')
    .select('id')
    .where('kind', '=', kind)
    .where('mark', '=', mark)
    .where('lifted_at', 'is', null)
    .execute();
}

/** The open flags with this id, or of the case with this id. */
export async function lockFlags(trx: Trx, id: string) {
  return trx
    .selectFrom('fraud_flag')
    .select(['id', 'case_id as caseId', 'kind', 'person_id as personId'])
    .where((of) => of.or([of('id', '=', id), of('case_id', '=', id)]))
    .where('lifted_at', 'is', null)
    .where('forgotten_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function liftFlags(
  trx: Trx,
  ids: readonly string[],
  { by, reason, now }: { readonly by: string; readonly reason: string; readonly now: number },
): Promise<void> {
  await trx
    .updateTable('fraud_flag')
    .set({ lifted_at: new Date(now), lifted_by: by, lift_reason: reason })
    .where('id', 'in', ids)
    .execute();
}

/**
 * Forgets flags whose person was erased, or which never had one, when they are older than a moment: lifted ones too. What
 * is left says that there was one.
 * @returns how many were forgotten
 */
export async function forgetFlags(trx: Trx, { before, now }: { readonly before: Date; readonly now: number }) {
  const kept = trx.selectFrom('person').select('id').where('data_key', 'is not', null);
  const { numUpdatedRows } = await trx
    .updateTable('fraud_flag')
    .set({ mark: null, reason: '', forgotten_at: new Date(now) })
    .where('forgotten_at', 'is', null)
    .where('flagged_at', '<', before)
    .where((of) => of.or([of('person_id', 'is', null), of('person_id', 'not in', kept)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
