import { type RawBuilder, sql } from 'kysely';
import { formatSoles } from '#i18n/format.ts';
import { taskNote } from '#i18n/staff-tasks.ts';
import { answerBy } from '#loan/application-decisions.ts';
import { businessHoursAfter, type HolidayTable } from '#loan/business-days.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { ABANDONED_AFTER_DAYS } from '#loan/loan-life.ts';
import { cents } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import { VOTERS } from '#server/lending/applications/four-eyes.ts';
import { undecidedFlags } from '#server/lending/fraud/flag-hold.ts';
import { momentInLima, timeOfDay } from '#server/lending/messages/lima-time.ts';
import { readHolidays } from '#server/lending/parameters/holiday-store.ts';
import { limaDateOf } from '#server/lending/parameters/lender-time.ts';
import { peopleOfSubjects } from '#server/lending/privacy/people-of-subjects.ts';
import type { StaffCaller } from '#server/lending/staff/colleague.ts';
import {
  type Counted,
  type CountRequest,
  countRows,
  type Page,
  type PageRequest,
} from '#server/lending/staff/list-source.ts';
import { TOLD_BY_ROWS } from '#server/lending/staff/task-store.ts';
import {
  isOwnKind,
  isTaskKind,
  ROW_KINDS,
  type RowKind,
  WAITING_ACTS,
  WAITING_KINDS,
  type WaitingAct,
  type WaitingKind,
} from './waiting-kinds.ts';

/** Something that waits for a person. */
export interface WaitingRow extends WaitingAct {
  readonly id: string;
  readonly personId: string | null;
  readonly kind: WaitingKind;
  readonly subject: string;
  /** In English. */
  readonly note: string;
  /** Which sentence it is, with its facts; null of a task from before sentences had names. */
  readonly told: { readonly says: string; readonly facts: Facts } | null;
  readonly since: string;
  readonly ageDays: number;
  /** The last day, or in Lima the minute, to deal with it; null where nothing ends. */
  readonly dueBy: string | null;
  /** A task of a kind that is the work of whoever asks: they may say that it is done. */
  readonly mayBeMarked: boolean;
}

type Facts = Readonly<Record<string, unknown>>;

interface Stored {
  readonly id: string;
  readonly kind: WaitingKind;
  readonly subject: string;
  readonly says: string | null;
  readonly facts: Facts;
  readonly note: string | null;
  readonly since: Date;
  /** Where it stands in the list, among those of the same turn. */
  readonly place: string;
  readonly due_on: string | null;
}

/** Days within which a provider is expected to pay out what it has collected. */
const SETTLED_AFTER_DAYS = 3;
const VOUCHER_HOURS = 4;
const MS_PER_DAY = 86_400_000;
/** An entry without a deadline stands among the others as if it had one, so that it is neither forgotten nor first. */
const TURN_AFTER_DAYS = 7;

/** Why the engine left it to people, when it did: `fraud_flag, shared_cci`. */
const CONCERNS = sql`(
  select string_agg(concern, ', ') from jsonb_array_elements_text((
    select data -> 'concerns' from application_event event
    where event.application_id = application.id and event.event = 'referred' order by event.id desc limit 1)) concern)`;

/** A vote that counts: the application has not moved since, and who gave it may vote still. */
const COUNTS = sql`vote.at >= application.stage_since and exists (
  select from colleague where colleague.id = vote.voter_id and colleague.locked_at is null and colleague.roles &&
    case vote.kind when 'fraud' then ${[...VOTERS.fraud]}::text[] else ${[...VOTERS.approve]}::text[] end)`;

/**
 * Every row that waits for a person, as (id, subject, says, facts, since, due_on): its own subject says when it stops waiting.
 * A test finds an example of each in the list.
 */
const ROWS: Readonly<Record<RowKind, RawBuilder<unknown>>> = {
  'application-review': sql`
    select id::text as id, reference as subject, case when ${CONCERNS} is null then 'decide' else 'decide-because' end as says,
      jsonb_strip_nulls(jsonb_build_object('concerns', ${CONCERNS})) as facts, stage_since as since, null::date as due_on
    from application where stage = 'MANUAL_REVIEW' and not exists (
      select from application_vote vote where vote.application_id = application.id and ${COUNTS})`,
  'application-second-person': sql`
    select id::text, reference, 'decide-second', '{}'::jsonb, stage_since, null::date
    from application where stage not in ('DONE', 'REJECTED', 'CANCELLED', 'EXPIRED') and exists (
      select from application_vote vote where vote.application_id = application.id
        and ${COUNTS} and (vote.kind = 'fraud' or application.stage = 'MANUAL_REVIEW'))`,
  complaint: sql`
    select id::text, code, case when assignee is null then 'assign-complaint' else 'answer-complaint' end,
      jsonb_strip_nulls(jsonb_build_object('assignee', assignee)), filed_at, answer_due_on
    from complaint where status in ('RECEIVED', 'ASSIGNED')`,
  'data-request': sql`
    select id::text, 'data-request:' || id, 'answer-data-request', jsonb_build_object('request', kind), created_at, due_on
    from data_request where status in ('RECEIVED', 'IN_PROGRESS')`,
  'disbursement-failed': sql`
    select loan.id::text, loan.number, 
      case when payout.reason is null then 'disbursement-failed' else 'disbursement-failed-because' end,
      jsonb_strip_nulls(jsonb_build_object('reason', payout.reason)),
      payout.created_at, coalesce(payout.ended_on, payout.ordered_on) + ${ABANDONED_AFTER_DAYS}::int
    from loan join lateral (
      select * from disbursement_order where loan_id = loan.id order by created_at desc, id desc limit 1
    ) payout on true
    where loan.status = 'DISBURSMENT_FAILED'`,
  'dispute-open': sql`
    select id::text, 'payment:' || intent_id, 'dispute-open', jsonb_build_object('ref', provider_ref), created_at, null::date
    from dispute where status = 'OPEN'`,
  'money-unapplied': sql`
    select money.id::text, 'money:' || money.id, 'money-unapplied',
      jsonb_build_object('reason', reason, 'cents', money.amount,
        'ref', regexp_replace(money.provider_ref, ' \\d{4}-\\d{2}-\\d{2} ', ' ')), created_at, null::date
    from unapplied join money_received money on money.id = unapplied.id where status = 'OPEN' and not exists (
      select from staff_approval approval where approval.subject = 'money:' || money.id and approval.status = 'PROPOSED')`,
  'parameter-proposal': sql`
    select id::text, kind || ' ' || key, 'approve-parameter', jsonb_build_object('by', proposed_by), proposed_at, valid_from
    from parameter_proposal where status = 'PROPOSED'`,
  'payment-unknown': sql`
    select id::text, 'payment:' || id, 'payment-unknown', '{}'::jsonb, coalesce(unknown_since, updated_at), null::date
    from payment_intent where status = 'UNKNOWN'`,
  'payout-batch': sql`
    select id, 'payout-batch:' || id, 'payout-batch', '{}'::jsonb, made_at, null::date
    from payout_batch where status = 'MADE'`,
  'payout-flagged': sql`
    select payout.id::text, 'fraud-flag:' || flag.case_id, 
      case when application.reference is not null then 'payout-flagged-application'
        when payout.purpose = 'top-up' then 'payout-flagged-top-up' else 'payout-flagged' end,
      jsonb_strip_nulls(jsonb_build_object('loan', loan.number, 'application', application.reference, 'order', payout.id)),
      flag.flagged_at, null::date
    from disbursement_order payout join loan on loan.id = payout.loan_id
    left join application on application.loan_id = loan.id and application.stage = 'ISSUING'
    cross join lateral (select * from (${undecidedFlags(sql`loan.person_id`)}) flag order by flagged_at, id limit 1) flag
    where payout.status = 'QUEUED'`,
  'phone-recovery': sql`
    select id::text, 'person:' || person_id, 'compare-pictures', '{}'::jsonb, coalesce(confirmed_at, created_at), null::date
    from phone_recovery where status = 'WAITING'`,
  'second-account': sql`
    select approval.id::text, approval.subject, 'approve-second',
      jsonb_build_object('action', coalesce(approval.act, action), 'by', login),
      proposed_at, null::date
    from staff_approval approval join colleague on colleague.id = approval.proposed_by where status = 'PROPOSED'`,
  'settlement-due': sql`
    select money.provider, 'provider:' || money.provider, 'settlement-due', jsonb_build_object('count', count(*)), min(money.received_at), null::date
    from money_received money
    where money.provider <> 'BANK' and money.into_account = 'psp-clearing'
      and not exists (select from settlement_line line where line.money_id = money.id and line.kind = 'collected')
    group by money.provider`,
  'visitor-data-request': sql`
    select id::text, 'data-request:' || id, 'answer-visitor-request', jsonb_build_object('request', kind), created_at, due_on
    from visitor_data_request where status = 'RECEIVED'`,
  'voucher-in-review': sql`
    select id::text, 'payment:' || id, 'find-transfer', '{}'::jsonb, coalesce(
      (select max(sent_at) from voucher where voucher.intent_id = payment_intent.id), updated_at), null::date
    from payment_intent where status = 'IN_REVIEW'`,
  'write-off-proposal': sql`
    select proposal.id::text, loan.number, 'approve-write-off', jsonb_build_object('by', proposed_by), proposed_at, null::date
    from write_off_proposal proposal join loan on loan.id = proposal.loan_id where proposal.status = 'PROPOSED'`,
};

interface WaitingFilter {
  readonly kinds?: readonly WaitingKind[] | undefined;
  readonly now: number;
  /** The roles of whoever asks: the kinds that are their work come first. */
  readonly roles: readonly StaffCaller[];
}

/**
 * The moment by which something stands in the list: its deadline. Holidays do not count, because they move a computed
 * deadline by a day and the order by less.
 */
const PLACE_AT = sql`coalesce(due_on::timestamp at time zone 'UTC', since + case
  when kind in ('application-review', 'application-second-person') then make_interval(days =>
    case extract(isodow from since at time zone 'America/Lima') when 5 then 3 when 6 then 2 else 1 end)
  when kind = 'voucher-in-review' then make_interval(hours => ${VOUCHER_HOURS}::int)
  when kind = 'settlement-due' then make_interval(days => ${SETTLED_AFTER_DAYS}::int)
  else make_interval(days => ${TURN_AFTER_DAYS}::int) end)`;

/** Everything that waits for a person, in any order. */
function waitingOf({ kinds, now }: Pick<WaitingFilter, 'kinds' | 'now'>): RawBuilder<unknown> {
  const rowKinds = ROW_KINDS.filter((kind) => !kinds || kinds.includes(kind));
  const sources = rowKinds.map(
    (kind) =>
      sql`select ${kind}::text as kind, id, subject, says, facts, null::text as note, since, due_on
        from (${ROWS[kind]}) source (id, subject, says, facts, since, due_on)`,
  );
  const tasks = sql`
    select kind, id::text, subject, says, facts, note, created_at, null::date from staff_task
    where done_at is null and not (kind = any(${[...TOLD_BY_ROWS]}::text[]))`;
  const settledSince = new Date(now - SETTLED_AFTER_DAYS * MS_PER_DAY);
  return sql`
    select kind, id, subject, says, facts, note, since, due_on, ${PLACE_AT} as place_at
    from (${sql.join([...sources, tasks], sql` union all `)}) waiting (kind, id, subject, says, facts, note, since, due_on)
    where ${kinds ? sql`kind = any(${[...kinds]}::text[])` : sql`true`}
      and (kind <> 'settlement-due' or since < ${settledSince})`;
}

/** Where a kind stands: 0 for the work of these roles, 1 for others'. */
function turnOf(roles: WaitingFilter['roles'], kind: RawBuilder<unknown>): RawBuilder<unknown> {
  const own = WAITING_KINDS.filter((one) => isOwnKind(one, roles));
  return sql`case when ${kind} = any(${own}::text[]) then 0 else 1 end`;
}

/** One page of everything that waits for a person: their own kinds first, and of these what is due first. */
export async function pageOfWaiting(
  db: Db,
  filter: WaitingFilter,
  { cursor, limit }: PageRequest,
): Promise<Page<WaitingRow>> {
  const place = sql`(${turnOf(filter.roles, sql`kind`)}, place_at, kind, id)`;
  const behind = cursor === undefined ? sql`true` : sql`${place} > ${placeOf(cursor, filter.roles)}`;
  const { rows } = await sql<Stored>`
    select kind, id, subject, says, facts, note, since, due_on,
      to_char(place_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as place
    from (${waitingOf(filter)}) waiting where ${behind} order by ${turnOf(filter.roles, sql`kind`)}, place_at, kind, id
    limit ${limit + 1}`.execute(db);
  const holidays = await readHolidays(db);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const people = await peopleOfSubjects(db, page.map(aboutOf));
  return {
    rows: page.map((row) => ({
      ...toRow(row, filter.now, holidays),
      mayBeMarked: isTaskKind(row.kind) && isOwnKind(row.kind, filter.roles),
      personId: onlyOne(people.get(aboutOf(row))),
    })),
    next: rows.length > limit && last ? [last.place, last.kind, last.id].join('~') : undefined,
  };
}

/** Counts what waits for a person. */
export function countWaiting(db: Db, filter: WaitingFilter, { until, most }: CountRequest): Promise<Counted> {
  const place = sql`(${turnOf(filter.roles, sql`kind`)}, place_at, kind, id)`;
  const upTo = until === undefined ? sql`true` : sql`${place} <= ${placeOf(until, filter.roles)}`;
  return countRows(db, sql`select from (${waitingOf(filter)}) waiting where ${upTo}`, most);
}

/** A place in the list: by when, what and which. */
export const WAITING_CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}~[a-z-]+~[\w-]+$/;

function placeOf(cursor: string, roles: WaitingFilter['roles']): RawBuilder<unknown> {
  const [placeAt = '', kind = '', id = ''] = cursor.split('~');
  return sql`(${turnOf(roles, sql`${kind}::text`)}, ${placeAt}::timestamp at time zone 'UTC', ${kind}, ${id})`;
}

/** The kind of what waits under an id; undefined when nothing does. */
export async function kindOfWaiting(db: Db, id: string, now: number): Promise<WaitingKind | undefined> {
  const { rows } = await sql<Pick<Stored, 'kind'>>`
    select kind from (${waitingOf({ now })}) waiting where id = ${id} limit 1`.execute(db);
  return rows[0]?.kind;
}

/** The client of what is about one alone: a batch of payouts is of many, and money may be of two. */
function onlyOne(people: readonly string[] = []): string | null {
  return people.length === 1 ? (people[0] ?? null) : null;
}

/** The subject that has a client. A payout that a flag holds names the flag. */
function aboutOf({ kind, id, subject }: Stored): string {
  return kind === 'payout-flagged' ? `payout:${id}` : subject;
}

function toRow(
  { id, kind, subject, says, note, since, due_on, ...stored }: Stored,
  now: number,
  holidays: HolidayTable,
): Omit<WaitingRow, 'personId' | 'mayBeMarked'> {
  const facts = withAmount(stored.facts);
  return {
    id,
    kind,
    subject,
    note: taskNote(says, facts) ?? note ?? '',
    told: says === null ? null : { says, facts },
    since: since.toISOString(),
    ageDays: Math.max(0, Math.floor((now - since.getTime()) / MS_PER_DAY)),
    dueBy: due_on ?? dueBy(kind, since, holidays),
    ...WAITING_ACTS[kind]({ id, subject }),
  };
}

/** Facts with their amount as people read it. */
function withAmount({ cents: amount, ...facts }: Facts): Facts {
  return typeof amount === 'number' ? { ...facts, amount: formatSoles(cents(amount)) } : facts;
}

/** Deadlines that are computed; the others are stored. */
function dueBy(kind: WaitingKind, since: Date, holidays: HolidayTable): string | null {
  switch (kind) {
    case 'application-review':
    case 'application-second-person':
      return answerBy(limaDateOf(since), holidays) ?? null;
    case 'voucher-in-review': {
      const due = businessHoursAfter(momentInLima(since.getTime()), VOUCHER_HOURS, holidays);
      return due ? `${due.date} ${timeOfDay(due.minute)}` : null;
    }
    case 'settlement-due':
      return addDays(calendarDate(limaDateOf(since)), SETTLED_AFTER_DAYS);
    default:
      return null;
  }
}
