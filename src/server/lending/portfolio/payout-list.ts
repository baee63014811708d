import { type RawBuilder, sql } from 'kysely';
import { type Cents, cents } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Page, PageRequest, StaffList } from '#server/lending/staff/staff-list.ts';

/** Of an order to the bank, whatever it pays. Waiting: it has not ended; failed: the bank would not pay it. */
export const PAYOUT_STATES = ['waiting', 'failed', 'paid', 'cancelled'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** Money on its way out: a loan or a top-up to its client, or a refund. */
export interface PayoutRow {
  readonly id: string;
  readonly kind: 'loan' | 'top-up' | 'refund of credit' | 'refund of a payment';
  readonly loan: string;
  readonly amount: Cents;
  readonly state: PayoutState;
  /** As the books spell it. */
  readonly status: string;
  readonly attempts: number;
  readonly orderedOn: string;
  readonly since: string;
  readonly bankReference: string | null;
  readonly reason: string | null;
}

export const PAYOUT_COLUMNS: StaffList<PayoutRow>['columns'] = {
  id: 'plain',
  kind: 'plain',
  loan: 'plain',
  amount: 'money',
  state: 'plain',
  status: 'plain',
  attempts: 'plain',
  orderedOn: 'plain',
  since: 'plain',
  bankReference: 'plain',
  reason: 'plain',
};

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

/** What one table has of one status: no more than a page of it, in the order of its index. */
function sourceOf(
  { table, kind, orderedOn }: (typeof TABLES)[number],
  status: string,
  { from, to }: Pick<PayoutFilter, 'from' | 'to'>,
  { cursor, limit }: PageRequest,
): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`status = ${status}`];
  const [since, id] = cursor?.split('~') ?? [];
  if (cursor !== undefined) {
    conditions.push(sql`(created_at, id) > (${since}::timestamp at time zone 'UTC', ${id}::uuid)`);
  }
  if (from !== undefined) conditions.push(sql`${orderedOn} >= ${from}::date`);
  if (to !== undefined) conditions.push(sql`${orderedOn} <= ${to}::date`);
  return sql`(select id, ${kind} as kind, loan_id, amount, status, attempts, ${orderedOn} as ordered_on, created_at,
      provider_ref, reason
    from ${table} where ${sql.join(conditions, sql` and `)} order by created_at, id limit ${limit + 1})`;
}

interface PayoutFilter {
  readonly states: readonly PayoutState[];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One page of payouts and refunds, the oldest first. */
export async function pageOfPayouts(
  db: Db,
  filter: PayoutFilter,
  { cursor, limit }: PageRequest,
): Promise<Page<PayoutRow>> {
  const statuses = filter.states.flatMap((state) => STATUSES_OF[state]);
  const sources = TABLES.flatMap((table) =>
    statuses.map((status) => sourceOf(table, status, filter, { cursor, limit })),
  );
  const { rows } = await sql<Stored>`
    select payout.*, loan.number as loan, to_char(payout.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as place
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
  ...row
}: Stored): PayoutRow {
  const state = PAYOUT_STATES.find((one) => STATUSES_OF[one].includes(status)) as PayoutState;
  return {
    ...row,
    amount: cents(amount),
    status,
    state,
    orderedOn: ordered_on,
    since: created_at.toISOString(),
    bankReference: provider_ref,
  };
}
