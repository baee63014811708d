import type { ACCESS_EVENTS } from '#api/endpoints/privacy/get-access-log.ts';
import type { Db } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';

/** The events of the access log that a client sees (domain 2.2). */
export type AccessEventKind = (typeof ACCESS_EVENTS)[number];

export interface AccessEvent {
  readonly personId: string;
  readonly kind: AccessEventKind;
  readonly at: number;
  readonly caller?: string | undefined;
  readonly userAgent?: string | undefined;
  /** The staff member, for impersonations. */
  readonly staff?: string | undefined;
}

/** Appends to the client's access log; rows are never changed. */
export async function recordAccess(db: Db, event: AccessEvent): Promise<void> {
  await db
    .insertInto('access_event')
    .values({
      id: uuidv7(event.at),
      person_id: event.personId,
      kind: event.kind,
      at: new Date(event.at),
      caller: event.caller ?? null,
      user_agent: event.userAgent?.slice(0, 300) ?? null,
      staff: event.staff ?? null,
    })
    .execute();
}

/** The newest first. */
export async function readAccessLog(db: Db, personId: string, limit: number) {
  return db
    .selectFrom('access_event')
    .select(['id', 'kind', 'at', 'caller', 'user_agent as userAgent', 'staff'])
    .where('person_id', '=', personId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
