import { sql } from 'kysely';
import type { Db } from '#server/kit/tables.ts';
import type { Page, PageRequest, StaffList } from '#server/lending/staff/staff-list.ts';
import type { FlagKind } from './fraud-flag.ts';
import { type FlaggedThing, thingsOf } from './fraud-flag-store.ts';

/** A flag as colleagues see it: what it lies on cannot be read back, only found by who names it. */
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

export const FLAG_COLUMNS: StaffList<FlagRow>['columns'] = {
  id: 'plain',
  caseId: 'plain',
  kind: 'plain',
  personId: 'plain',
  application: 'plain',
  reason: 'plain',
  flaggedBy: 'plain',
  flaggedAt: 'plain',
  liftReason: 'plain',
  liftedBy: 'plain',
  liftedAt: 'plain',
};

export interface FlagFilter {
  readonly isOpen: boolean;
  readonly kinds?: readonly FlagKind[] | undefined;
}

/** One page of flags, oldest first. */
export async function pageOfFlags(
  db: Db,
  { isOpen, kinds }: FlagFilter,
  { cursor, limit }: PageRequest,
): Promise<Page<FlagRow>> {
  const rows = await flags(db)
    .where('lifted_at', isOpen ? 'is' : 'is not', null)
    .where('forgotten_at', 'is', null)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .$if(cursor !== undefined, (query) => query.where('id', '>', cursor ?? ''))
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return { rows: page.map(toRow), next: rows.length > limit ? page.at(-1)?.id : undefined };
}

/** Every flag of a thing, lifted ones too; of a client's document those of the client and of all they have used. */
export async function flagsOn(
  db: Db,
  { kind, mark, personId }: FlaggedThing & { readonly personId: string | undefined },
): Promise<FlagRow[]> {
  const things = personId === undefined ? sql`(${kind}, ${mark})` : thingsOf(personId);
  const rows = await flags(db)
    .where(sql<boolean>`((kind, mark) in (${things}) or person_id = ${personId ?? null}::uuid)`)
    .execute();
  return rows.map(toRow);
}

/** What lies on a client, as the client may read it. */
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
    .select(['flagged_by', 'flagged_at', 'lift_reason', 'lifted_by', 'lifted_at'])
    .orderBy('id');
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
