import type { Selectable } from 'kysely';
import type { DeviceData } from '#api/endpoints/people/send-device-data.ts';
import type { ApplicationEvent, ApplicationStage } from '#loan/application.ts';
import { applicationReference } from '#loan/application.ts';
import { coolDownEnd } from '#loan/application-decisions.ts';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import type { Place, Seal } from '#server/kit/vault.ts';
import { sealedDeviceData } from '#server/lending/people/person-seal.ts';
import type { ApplicationTable } from '../tables.ts';

/** An application as it is stored, without what the client wrote. */
export interface StoredApplication {
  readonly id: string;
  readonly reference: string;
  readonly personId: string;
  readonly stage: ApplicationStage;
  readonly isRepeat: boolean;
  readonly version: number;
  readonly productType: ApplicationTable['product_type'];
  readonly productId: number;
  /** Whole soles. */
  readonly amount: number;
  readonly term: number;
  readonly deviceId: string | undefined;
  readonly caller: string;
  readonly createdBy: string | undefined;
  readonly createdOn: CalendarDate;
  readonly createdAt: Date;
  readonly stageSince: Date;
  readonly activeAt: Date;
  readonly approvedAt: Date | undefined;
  /** The instant when the client saw the screen of the stage; a new stage has not been seen. */
  readonly seenAt: Date | undefined;
  readonly rejectedOn: CalendarDate | undefined;
  readonly canReapplyOn: CalendarDate | undefined;
  readonly reviewRequestedAt: Date | undefined;
  readonly loanId: string | undefined;
}

export interface NewApplication {
  readonly id: string;
  readonly personId: string;
  readonly stage: ApplicationStage;
  readonly isRepeat: boolean;
  readonly productType: ApplicationTable['product_type'];
  readonly productId: number;
  readonly amount: number;
  readonly term: number;
  readonly parameterVersion: number;
  readonly businessDate: CalendarDate;
  readonly marketing: Readonly<Record<string, string>>;
  readonly deviceId: string | undefined;
  readonly device: DeviceData;
  readonly caller: string;
  readonly createdBy?: string | undefined;
  readonly now: number;
}

/** Adds an application. The database refuses a second open one of a person. @returns its reference */
export async function insertApplication(trx: Trx, seal: Seal, application: NewApplication): Promise<string> {
  const { id, businessDate, now } = application;
  const year = Number(businessDate.slice(0, 4));
  const { last_number } = await trx
    .insertInto('application_counter')
    .values({ year, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet((row) => ({ last_number: row('application_counter.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  const reference = applicationReference(year, last_number);
  const at = new Date(now);
  await trx
    .insertInto('application')
    .values({
      id,
      reference,
      person_id: application.personId,
      stage: application.stage,
      is_repeat: application.isRepeat,
      version: 1,
      product_type: application.productType,
      product_id: application.productId,
      amount: application.amount,
      term: application.term,
      parameter_version: application.parameterVersion,
      business_date: businessDate,
      marketing: JSON.stringify(application.marketing),
      device_id: application.deviceId ?? null,
      device: sealedDeviceData(seal, application.device, devicePlaceOf(id)),
      caller: application.caller,
      created_by: application.createdBy ?? null,
      created_at: at,
      stage_since: at,
      active_at: at,
      approved_at: null,
      seen_at: null,
      rejected_on: null,
      can_reapply_on: null,
      review_requested_at: null,
      loan_id: null,
      purged_at: null,
    })
    .execute();
  return reference;
}

/** The browser's description of its device, sent with the inquiry; undefined once the papers of the application have ended. */
export async function readApplicationDevice(db: Db, seal: Seal, id: string): Promise<DeviceData | undefined> {
  const row = await db.selectFrom('application').select('device').where('id', '=', id).executeTakeFirstOrThrow();
  return row.device === '' ? undefined : JSON.parse(seal.open(row.device, devicePlaceOf(id)));
}

function devicePlaceOf(id: string): Place {
  return { table: 'application', column: 'device', id };
}

/** The instant when everything that was asked had first been sent; undefined before. */
export async function readReceivedAt(db: Db, id: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('application_event')
    .select('at')
    .where('application_id', '=', id)
    .where('to_stage', '=', 'SCORING')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}

/** The newest application of a person, whatever its stage. */
export function readLatestApplication(db: Db, personId: string): Promise<StoredApplication | undefined> {
  return latest(db, personId, false);
}

/**
 * Reads the newest application and locks it for this transaction. The person's row must be locked before it, always:
 * that is the order of locks.
 */
export function lockLatestApplication(trx: Trx, personId: string): Promise<StoredApplication | undefined> {
  return latest(trx, personId, true);
}

async function latest(db: Db, personId: string, lock: boolean): Promise<StoredApplication | undefined> {
  let query = db
    .selectFrom('application')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  if (lock) query = query.forNoKeyUpdate();
  const row = await query.executeTakeFirst();
  return row && toApplication(row);
}

/** By its reference or its id, for operators and jobs. */
export async function findApplication(
  db: Db,
  key: { readonly reference: string } | { readonly id: string },
): Promise<StoredApplication | undefined> {
  const query = db.selectFrom('application').selectAll();
  const row = await ('id' in key ? query.where('id', '=', key.id) : query.where('reference', '=', key.reference))
    .limit(1)
    .executeTakeFirst();
  return row && toApplication(row);
}

/** Since when each kind of deadline runs, milliseconds since 1970. */
export function deadlinesSince({ stageSince, activeAt, approvedAt }: StoredApplication) {
  return {
    stage: stageSince.getTime(),
    activity: activeAt.getTime(),
    approval: (approvedAt ?? stageSince).getTime(),
  };
}

/** Columns that may change beside the stage. */
export type ApplicationChange = Partial<
  Pick<
    ApplicationTable,
    | 'amount'
    | 'term'
    | 'product_id'
    | 'product_type'
    | 'approved_at'
    | 'seen_at'
    | 'rejected_on'
    | 'can_reapply_on'
    | 'review_requested_at'
    | 'loan_id'
    | 'active_at'
    | 'stage_since'
  >
>;

/** Writes a change; the version counts it. @returns the new version */
export async function changeApplication(
  trx: Trx,
  application: Pick<StoredApplication, 'id' | 'version'>,
  change: ApplicationChange & { readonly stage?: ApplicationStage },
): Promise<number> {
  const version = application.version + 1;
  await trx
    .updateTable('application')
    .set({ ...change, version })
    .where('id', '=', application.id)
    .execute();
  return version;
}

/** Notes that the client has seen the screen of the stage; that does not count as a change of the application. */
export async function markApplicationSeen(trx: Trx, id: string, now: number): Promise<void> {
  await trx
    .updateTable('application')
    .set({ seen_at: new Date(now) })
    .where('id', '=', id)
    .execute();
}

export interface NewApplicationEvent {
  readonly applicationId: string;
  readonly event: ApplicationEvent | 'inquiry' | 'reminded' | 'vote';
  readonly from: ApplicationStage | null;
  readonly to: ApplicationStage;
  readonly actor: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly businessDate: CalendarDate;
  readonly now: number;
}

export async function insertApplicationEvent(trx: Trx, event: NewApplicationEvent): Promise<void> {
  await trx
    .insertInto('application_event')
    .values({
      application_id: event.applicationId,
      event: event.event,
      from_stage: event.from,
      to_stage: event.to,
      actor: event.actor,
      data: JSON.stringify(event.data ?? {}),
      business_date: event.businessDate,
      at: new Date(event.now),
    })
    .execute();
}

/** The history of an application, oldest first. */
export async function readApplicationEvents(db: Db, applicationId: string) {
  return db
    .selectFrom('application_event')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('id')
    .execute();
}

/** Applications at some stages, the longest waiting first: a queue. */
export async function listApplications(
  db: Db,
  filter: { readonly stages: readonly ApplicationStage[]; readonly limit: number },
): Promise<StoredApplication[]> {
  const rows = await db
    .selectFrom('application')
    .selectAll()
    .where('stage', 'in', filter.stages)
    .orderBy('stage_since')
    .orderBy('id')
    .limit(filter.limit)
    .execute();
  return rows.map(toApplication);
}

/** Several applications, in no order. */
export async function findApplications(db: Db, ids: readonly string[]): Promise<StoredApplication[]> {
  if (ids.length === 0) return [];
  return (await db.selectFrom('application').selectAll().where('id', 'in', ids).execute()).map(toApplication);
}

/** The newest application of each of these people, by reference. */
export async function referencesOf(db: Db, personIds: readonly string[]): Promise<string[]> {
  if (personIds.length === 0) return [];
  const rows = await db
    .selectFrom('application')
    .select('reference')
    .where('person_id', 'in', personIds)
    .distinctOn('person_id')
    .orderBy('person_id')
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ reference }) => reference);
}

/** Counts the applications of a person since a moment. */
export async function countApplicationsSince(db: Db, personId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('application')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function toApplication(row: Selectable<ApplicationTable>): StoredApplication {
  return {
    id: row.id,
    reference: row.reference,
    personId: row.person_id,
    stage: row.stage,
    isRepeat: row.is_repeat,
    version: row.version,
    productType: row.product_type,
    productId: row.product_id,
    amount: row.amount,
    term: row.term,
    deviceId: row.device_id ?? undefined,
    caller: row.caller,
    createdBy: row.created_by ?? undefined,
    createdOn: calendarDate(row.business_date),
    createdAt: row.created_at,
    stageSince: row.stage_since,
    activeAt: row.active_at,
    approvedAt: row.approved_at ?? undefined,
    seenAt: row.seen_at ?? undefined,
    rejectedOn: row.rejected_on === null ? undefined : calendarDate(row.rejected_on),
    canReapplyOn: coolDownEnd({
      stage: row.stage,
      isApproved: row.approved_at !== null,
      canReapplyAt: row.can_reapply_on === null ? undefined : calendarDate(row.can_reapply_on),
    }),
    reviewRequestedAt: row.review_requested_at ?? undefined,
    loanId: row.loan_id ?? undefined,
  };
}
