import { sql } from 'kysely';
import type { Db } from '#server/kit/tables.ts';
import { keyset, type ListSource } from '#server/lending/staff/list-source.ts';
import type { FlagKind } from './fraud-flag.ts';
import { type FlaggedThing, thingsOf } from './fraud-flag-store.ts';

/** A flag as colleagues see it: what it lies on cannot be read back, only found by a colleague who names it. */
export interface FlagRow {
  readonly id: string;
  readonly caseId: string;
  readonly kind: FlagKind;
  readonly personId: string | null;
  /** The application it was found in. */
  readonly application: string | null;
  readonly reason: string;
  readonly flaggedBy: string;
  readonly flaggedAt: string;
  readonly liftReason: string | null;
  readonly liftedBy: string | null;
  readonly liftedAt: string | null;
}

export interface FlagFilter {
  readonly isOpen: boolean;
  readonly kinds?: readonly FlagKind[] | undefined;
  /** Of one flag, or of the case whose flags are meant. */
  readonly id?: string | undefined;
}

/** Flags, oldest first. */
export function listFlags(db: Db, { isOpen, kinds, id }: FlagFilter): ListSource<FlagRow> {
  const rows = flags(db)
    .where('lifted_at', isOpen ? 'is' : 'is not', null)
    .where('forgotten_at', 'is', null)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .$if(id !== undefined, (query) => query.where(sql<boolean>`${id ?? null}::uuid in (id, case_id)`));
  return keyset(db, { rows, keys: { id: 'uuid' } }, (stored) => stored.map(toRow));
}

/** Every flag of a thing, lifted ones too; of a client's document those of the client and of all they have used. */
export async function flagsOn(
  db: Db,
  { kind, mark, personId }: FlaggedThing & { readonly personId: string | undefined },
): Promise<FlagRow[]> {
  const things = personId === undefined ? sql`(${kind}, ${mark})` : thingsOf(personId);
  const rows = await flags(db)
    .orderBy('id')
    .where(sql<boolean>`((kind, mark) in (${things}) or person_id = ${personId ?? null}::uuid)`)
    .execute();
  return rows.map(toRow);
}

/** Reads what lies on a client, as the client may read it. */
export function readOwnFlags(db: Db, personId: string) {
  return db
    .selectFrom('fraud_flag')
    .select(['kind', 'flagged_at as flaggedAt', 'lifted_at as liftedAt'])
    .where('person_id', '=', personId)
    .where('forgotten_at', 'is', null)
    .orderBy('id')
    .execute();
}

function flags(db: Db) {
  return db
    .selectFrom('fraud_flag')
    .select(['id', 'case_id', 'kind', 'person_id', 'application_reference', 'reason'])
    .select(['flagged_by', 'flagged_at', 'lift_reason', 'lifted_by', 'lifted_at']);
}

function toRow(row: Awaited<ReturnType<ReturnType<typeof flags>['execute']>>[number]): FlagRow {
  return {
    id: row.id,
    caseId: row.case_id,
    kind: row.kind,
    personId: row.person_id,
    application: row.application_reference,
    reason: row.reason,
    flaggedBy: row.flagged_by,
    flaggedAt: row.flagged_at.toISOString(),
    liftReason: row.lift_reason,
    liftedBy: row.lifted_by,
    liftedAt: row.lifted_at?.toISOString() ?? null,
  };
}
