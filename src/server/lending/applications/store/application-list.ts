import { type RawBuilder, sql } from 'kysely';
import { type ApplicationStage, deadlineOf, STAGE_DEADLINES, type StageDeadline } from '#loan/application.ts';
import { ANSWER_BUSINESS_DAYS, answerBy } from '#loan/application-decisions.ts';
import { type Cents, fromSoles } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import { limaTimeOf } from '#server/lending/messages/lima-time.ts';
import { readHolidays } from '#server/lending/parameters/holiday-store.ts';
import { limaDateOf } from '#server/lending/parameters/lender-time.ts';
import {
  type Counted,
  type CountRequest,
  countRows,
  type Page,
  type PageRequest,
} from '#server/lending/staff/list-source.ts';
import { SINCE } from '../advance-applications.ts';
import { deadlinesSince, findApplications, type StoredApplication } from './application-store.ts';

/** An application as the queue shows it. */
export interface ApplicationRow {
  readonly reference: string;
  readonly personId: string;
  readonly stage: ApplicationStage;
  readonly since: string;
  /** In Lima, the end of its stage to the minute, or the last day of an answer by people. */
  readonly deadline: string | null;
  readonly productType: StoredApplication['productType'];
  readonly productId: number;
  readonly amount: Cents;
  readonly term: number;
  readonly isRepeat: boolean;
}

/** An application's place in the list. */
export const APPLICATION_CURSOR = /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}|-)~[0-9a-f-]{36}$/;

/** The deadline as the database orders by it; of an answer by people without its weekends and holidays. */
const ENDS = sql`case ${sql.join(
  [
    ...(Object.entries(STAGE_DEADLINES) as [ApplicationStage, StageDeadline][]).map(
      ([stage, { since, afterMs }]) =>
        sql`when stage = ${stage} then ${SINCE[since]} + make_interval(secs => ${afterMs / 1000})`,
    ),
    sql`when stage = 'MANUAL_REVIEW' then stage_since + make_interval(days => ${ANSWER_BUSINESS_DAYS})`,
  ],
  sql` `,
)} end`;

interface ApplicationFilter {
  readonly stages: readonly ApplicationStage[];
}

/** The deadline that orders the list: ended applications have none and are most of all, so an index has them by id. */
function endOf({ stages }: ApplicationFilter): RawBuilder<unknown> {
  return stages.some((stage) => stage === 'MANUAL_REVIEW' || Object.hasOwn(STAGE_DEADLINES, stage))
    ? ENDS
    : sql`null::timestamptz`;
}

function placed(
  end: RawBuilder<unknown>,
  compared: RawBuilder<unknown>,
  place: string | undefined,
): RawBuilder<unknown> {
  const [ends, id] = place?.split('~') ?? [];
  if (place === undefined) return sql`true`;
  const at = ends === '-' ? sql`'infinity'::timestamptz` : sql`${ends}::timestamp at time zone 'UTC'`;
  return sql`(coalesce(${end}, 'infinity'::timestamptz), id) ${compared} (${at}, ${id}::uuid)`;
}

/** Counts applications. */
export function countApplications(db: Db, filter: ApplicationFilter, { until, most }: CountRequest): Promise<Counted> {
  const listed = sql`select from application
    where stage = any(${[...filter.stages]}::text[]) and ${placed(endOf(filter), sql`<=`, until)}`;
  return countRows(db, listed, most);
}

/** One page of applications, by deadline. */
export async function pageOfApplications(
  db: Db,
  filter: ApplicationFilter,
  { cursor, limit }: PageRequest,
): Promise<Page<ApplicationRow>> {
  const end = endOf(filter);
  const { rows } = await sql<{ id: string; ends: string | null }>`
    select id, to_char(${end} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as ends from application
    where stage = any(${[...filter.stages]}::text[]) and ${placed(end, sql`>`, cursor)}
    order by coalesce(${end}, 'infinity'::timestamptz), id limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  const found = await findApplications(
    db,
    page.map((row) => row.id),
  );
  const holidays = await readHolidays(db);
  const last = page.at(-1);
  return {
    rows: page.flatMap((row) => found.find((one) => one.id === row.id) ?? []).map((one) => toRow(one, holidays)),
    next: rows.length > limit && last ? `${last.ends ?? '-'}~${last.id}` : undefined,
  };
}

function toRow(application: StoredApplication, holidays: Parameters<typeof answerBy>[1]): ApplicationRow {
  const { reference, personId, stage, stageSince, productType, productId, amount, term, isRepeat } = application;
  const ends = deadlineOf(stage, deadlinesSince(application));
  const answer = stage === 'MANUAL_REVIEW' ? answerBy(limaDateOf(stageSince), holidays) : undefined;
  return {
    reference,
    personId,
    stage,
    since: stageSince.toISOString(),
    deadline: answer ?? (ends ? toTheMinute(ends.at) : null),
    productType,
    productId,
    amount: fromSoles(amount),
    term,
    isRepeat,
  };
}

function toTheMinute(instant: number): string {
  const { date, time } = limaTimeOf(instant);
  return `${date} ${time}`;
}
