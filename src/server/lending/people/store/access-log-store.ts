import type { ACCESS_EVENTS } from '#api/endpoints/privacy/get-access-log.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { findColleague } from '#server/lending/staff/colleague-store.ts';

/** The events of the access log that a client sees (domain 2.2). */
export type AccessEventKind = (typeof ACCESS_EVENTS)[number];

export interface AccessEvent {
  readonly personId: string;
  readonly kind: AccessEventKind;
  readonly at: number;
  readonly caller?: string | undefined;
  readonly userAgent?: string | undefined;
  /** The name of the staff member who did it. */
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

/** Kinds that change nothing: seen again by the same colleague within an hour, they are one line. */
const LOOKS: readonly AccessEventKind[] = ['APPLICATION_SEEN', 'FILE_SEEN', 'PHONE_SEEN', 'ASSISTED'];
const ONE_LOOK_MS = 3_600_000;

/**
 * Records what staff saw or changed in a client's account, under the name of the colleague. The audit has every single look; here
 * others' lines would be lost among them. Never of a fraud flag: the client is not told of it.
 */
export async function recordStaffAccess(
  trx: Trx,
  { operator, ...event }: Pick<AccessEvent, 'personId' | 'kind' | 'at'> & { readonly operator: string },
): Promise<void> {
  const colleague = await findColleague(trx, operator);
  await recordStaffName(trx, { ...event, staff: colleague?.name ?? operator });
}

/** Records it of a colleague in the place of a client, whose name is known. */
export async function recordStaffName(
  trx: Trx,
  event: Pick<AccessEvent, 'personId' | 'kind' | 'at'> & { readonly staff: string },
): Promise<void> {
  if (LOOKS.includes(event.kind) && (await wasJustSeen(trx, event))) return;
  await recordAccess(trx, event);
}

async function wasJustSeen(
  trx: Trx,
  { personId, kind, at, staff }: Pick<AccessEvent, 'personId' | 'kind' | 'at' | 'staff'>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('access_event')
    .select('id')
    .where('person_id', '=', personId)
    .where('at', '>', new Date(at - ONE_LOOK_MS))
    .where('kind', '=', kind)
    .where('staff', '=', staff ?? null)
    .executeTakeFirst();
  return row !== undefined;
}

const CHUNK = 1_000;

/** That staff ended the sessions of all these people. */
export async function recordSessionsEnded(
  trx: Trx,
  people: readonly string[],
  { at, operator }: { readonly at: number; readonly operator: string },
): Promise<void> {
  const staff = (await findColleague(trx, operator))?.name ?? operator;
  const rows = people.map((personId) => ({
    id: uuidv7(at),
    person_id: personId,
    kind: 'SESSION_ENDED' as const,
    at: new Date(at),
    caller: null,
    user_agent: null,
    staff,
  }));
  for (let from = 0; from < rows.length; from += CHUNK) {
    await trx
      .insertInto('access_event')
      .values(rows.slice(from, from + CHUNK))
      .execute();
  }
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
