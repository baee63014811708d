import { type RawBuilder, sql } from 'kysely';
import { type Cents, cents } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import {
  type Counted,
  type CountRequest,
  countRows,
  type Page,
  type PageRequest,
} from '#server/lending/staff/list-source.ts';

/** Of an order to the bank, whatever it pays. Waiting: it has not ended; failed: the bank would not pay it. */
export const PAYOUT_STATES = ['waiting', 'failed', 'paid', 'cancelled'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** Money on its way out: a loan or a top-up to its client, or a refund. */
export interface PayoutRow {
  readonly id: string;
  readonly personId: string;
  readonly kind: 'loan' | 'top-up' | 'refund of credit' | 'refund of a payment';
  readonly loan: string;
  readonly amount: Cents;
  readonly state: PayoutState;
  /** The status as the books spell it. */
  readonly status: string;
  readonly attempts: number;
  readonly orderedOn: string;
  readonly since: string;
  readonly bankReference: string | null;
  readonly reason: string | null;
}

const STATUSES_OF: Readonly<Record<PayoutState, readonly string[]>> = {
  waiting: ['QUEUED', 'SENDING', 'SENT'],
  failed: ['REJECTED'],
  paid: ['CONFIRMED', 'PAID'],
  cancelled: ['CANCELLED'],
};

interface Stored {
  readonly id: string;
  readonly kind: PayoutRow['kind'];
  readonly loan: string;
  readonly loan_id: string;
  readonly person_id: string;
  readonly amount: number;
  readonly status: string;
  readonly attempts: number;
  readonly ordered_on: string;
  readonly created_at: Date;
  readonly place: string;
  readonly provider_ref: string | null;
  readonly reason: string | null;
}

/** A payout's place in the list: since when, and which. */
export const PAYOUT_CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}~[0-9a-f-]{36}$/;

const TABLES = [
  { table: sql.table('disbursement_order'), kind: sql.ref('purpose'), orderedOn: sql.ref('ordered_on') },
  {
    table: sql.table('refund'),
    kind: sql`case kind when 'CREDIT' then 'refund of credit' else 'refund of a payment' end`,
    orderedOn: sql.ref('requested_on'),
  },
];

type Period = Pick<PayoutFilter, 'from' | 'to' | 'id'>;

/** Conditions on a part of the list: one table, one status. */
function conditionsOf(
  { orderedOn }: (typeof TABLES)[number],
  status: string,
  { from, to, id }: Period,
): RawBuilder<unknown>[] {
  return [
    sql`status = ${status}`,
    ...(id === undefined ? [] : [sql`id = ${id}::uuid`]),
    ...(from === undefined ? [] : [sql`${orderedOn} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`${orderedOn} <= ${to}::date`]),
  ];
}

function placed(compared: RawBuilder<unknown>, place: string): RawBuilder<unknown> {
  const [since, id] = place.split('~');
  return sql`(created_at, id) ${compared} (${since}::timestamp at time zone 'UTC', ${id}::uuid)`;
}

/** A part of the list, from one table and one status: at most a page, in the order of its index. */
function sourceOf(
  of: (typeof TABLES)[number],
  status: string,
  period: Period,
  { cursor, limit }: PageRequest,
): RawBuilder<unknown> {
  const { table, kind, orderedOn } = of;
  const conditions = conditionsOf(of, status, period);
  if (cursor !== undefined) conditions.push(placed(sql`>`, cursor));
  return sql`(select id, ${kind} as kind, loan_id, amount, status, attempts, ${orderedOn} as ordered_on, created_at,
      provider_ref, reason
    from ${table} where ${sql.join(conditions, sql` and `)} order by created_at, id limit ${limit + 1})`;
}

/** Counts payouts and refunds. */
export function countPayouts(db: Db, filter: PayoutFilter, { until, most }: CountRequest): Promise<Counted> {
  const parts = TABLES.flatMap((of) =>
    statusesOf(filter).map((status) => {
      const conditions = conditionsOf(of, status, filter);
      if (until !== undefined) conditions.push(placed(sql`<=`, until));
      return sql`(select from ${of.table} where ${sql.join(conditions, sql` and `)})`;
    }),
  );
  return countRows(db, sql.join(parts, sql` union all `), most);
}

function statusesOf({ states }: PayoutFilter): readonly string[] {
  return states.flatMap((state) => STATUSES_OF[state]);
}

interface PayoutFilter {
  readonly states: readonly PayoutState[];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly id?: string | undefined;
}

/** One page of payouts and refunds, the oldest first. */
export async function pageOfPayouts(
  db: Db,
  filter: PayoutFilter,
  { cursor, limit }: PageRequest,
): Promise<Page<PayoutRow>> {
  const sources = TABLES.flatMap((table) =>
    statusesOf(filter).map((status) => sourceOf(table, status, filter, { cursor, limit })),
  );
  const { rows } = await sql<Stored>`
    select payout.*, loan.number as loan, loan.person_id, to_char(payout.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as place
    from (select * from (${sql.join(sources, sql` union all `)}) listed order by created_at, id limit ${limit + 1}) payout
    join loan on loan.id = payout.loan_id
    order by payout.created_at, payout.id`.execute(db);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page.map(toRow), next: rows.length > limit && last ? `${last.place}~${last.id}` : undefined };
}

function toRow({
  status,
  amount,
  ordered_on,
  created_at,
  provider_ref,
  place: _,
  loan_id: __,
  person_id: personId,
  ...row
}: Stored): PayoutRow {
  const state = PAYOUT_STATES.find((one) => STATUSES_OF[one].includes(status)) as PayoutState;
  return {
    ...row,
    personId,
    amount: cents(amount),
    status,
    state,
    orderedOn: ordered_on,
    since: created_at.toISOString(),
    bankReference: provider_ref,
  };
}
