import { sql } from 'kysely';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import {
  type Figure,
  gauge,
  METRICS_TYPE,
  metricsText,
  type RequestMetrics,
  type Sample,
  uncaughtErrors,
} from '#server/kit/metrics.ts';
import type { Migration } from '#server/kit/migrate.ts';
import type { Tables } from '#server/kit/tables.ts';
import { firstUuidAt } from '#server/kit/uuid.ts';
import { readBacklog } from '#server/kit/work-queue.ts';
import { readHealth } from './health.ts';
import { OUTBOX } from './messages/outbox-store.ts';
import { INTENTS_TO_ASK } from './payments/store/payment-store.ts';
import { BANK_REFUNDS, GIVEN_REFUNDS } from './payments/store/refund-store.ts';
import { WEBHOOKS } from './payments/store/webhook-store.ts';
import { GIVEN_ORDERS, ORDERS } from './payouts/disbursement-store.ts';
import { STAFF_OPERATIONS_PATH } from './portfolio/staff-operations.ts';
import { read, type StaffAct } from './staff/act.ts';
import { TAX_DOCUMENTS } from './tax-documents/send-tax-documents.ts';
import { TAX_SUMMARIES } from './tax-documents/send-tax-summaries.ts';

/** Below the staff paths, because `npm start` serves the publisher's figures at `/metrics` of the same port. */
export const METRICS_PATH = `${STAFF_OPERATIONS_PATH}/metrics`;

export interface MetricsContext {
  readonly db: Database<Tables>;
  readonly clock: Clock;
  readonly sandbox: boolean;
  readonly requests: RequestMetrics;
  readonly migrations?: readonly Migration[] | undefined;
  /** Payouts wait for people who put them into the file of the day: only what has been given to the bank is due. */
  readonly paysInBatches?: boolean | undefined;
}

/**
 * Serves the figures that a monitoring system asks for every few seconds, in Prometheus' text format. Requires the
 * operator token.
 */
export function metricsAct(): StaffAct<MetricsContext> {
  return read({
    name: 'metrics',
    path: METRICS_PATH,
    may: ['admin', 'machine'],
    answers: 'text',
    answer: async (c, _, context) =>
      c.text(metricsText(await readMetrics(context)), 200, { 'Content-Type': METRICS_TYPE }),
  });
}

/**
 * Reads the figures of this process (requests, connections) and those of the database, which are equal in every
 * process. Without the database its figures are missing and `manay_database_up` is 0.
 */
async function readMetrics(context: MetricsContext): Promise<Figure[]> {
  // First: reading the database needs a connection itself.
  const own = [...context.requests.read(), uncaughtErrors(), ...ofProcess(context.db)];
  const ofDatabase = await readOfDatabase(context).catch(() => undefined);
  return [
    ...own,
    gauge('manay_database_up', 'Whether the database answers', ofDatabase ? 1 : 0),
    ...(ofDatabase ?? []),
  ];
}

function ofProcess({ connections }: Database<Tables>): Figure[] {
  const pool = connections?.();
  const states = pool ? (['open', 'idle', 'waiting', 'most'] as const) : [];
  return [
    gauge('process_start_time_seconds', 'When this process started, in seconds since 1970', STARTED_AT / 1000),
    gauge('process_resident_memory_bytes', 'Memory of this process', process.memoryUsage.rss()),
    {
      name: 'manay_database_connections',
      help: 'Connections of this process: open, idle among them, at most; and requests that wait for one',
      type: 'gauge',
      samples: states.map((state) => ({ labels: { state }, value: pool?.[state] ?? 0 })),
    },
  ];
}

const STARTED_AT = Date.now() - process.uptime() * 1000;

async function readOfDatabase({
  db,
  clock,
  sandbox,
  migrations,
  paysInBatches = false,
}: MetricsContext): Promise<Figure[]> {
  const now = clock.now();
  const today = clock.businessDate();
  const health = await readHealth({ db, clock, carryCapForward: sandbox, migrations });
  if (health.database !== 'reachable') throw new Error('the database does not answer');
  return [
    gauge('manay_ready', 'Whether this process may be sent requests', health.status === 'ok' ? 1 : 0),
    gauge(
      'manay_offers_priced',
      'Whether offers are made: every figure they need is loaded',
      health.offers === 'priced' ? 1 : 0,
    ),
    gauge(
      'manay_migrations_ahead',
      'Whether the database is of a newer release',
      health.migrations === 'ahead' ? 1 : 0,
    ),
    gauge(
      'manay_standby_missing',
      'Whether a synchronous stand-by is configured and none is seen',
      (health.standby ?? 'connected') === 'connected' ? 0 : 1,
    ),
    ...(await queues(db, now, paysInBatches)),
    await messagesNotSent(db, now),
    ...(await counted(db, now, 'manay_payments', 'Payments that wait for staff', PAYMENTS)),
    ...(await counted(db, now, 'manay_payouts', 'Payouts of loans on their way', PAYOUTS)),
    ...(await counted(db, now, 'manay_refunds', 'Refunds on their way', REFUNDS)),
    ...(await counted(db, now, 'manay_unmatched_money', 'Unidentified money', UNMATCHED)),
    ...(await counted(db, now, 'manay_tasks', 'Open tasks of staff', TASKS)),
    ...(await days(db, today)),
  ];
}

/** Backlog of each queue, due and not taken: more than a moment's worth means that no worker runs, or that it fails. */
async function queues({ kysely }: Database<Tables>, now: number, paysInBatches: boolean): Promise<Figure[]> {
  const backlogs = {
    outbox: await readBacklog(kysely, OUTBOX, now),
    webhooks: await readBacklog(kysely, WEBHOOKS, now),
    'payments to ask about': await readBacklog(kysely, INTENTS_TO_ASK, now),
    payouts: await readBacklog(kysely, paysInBatches ? GIVEN_ORDERS : ORDERS, now),
    refunds: await readBacklog(kysely, paysInBatches ? GIVEN_REFUNDS : BANK_REFUNDS, now),
    'tax documents': await readBacklog(kysely, TAX_DOCUMENTS, now),
    'tax summaries': await readBacklog(kysely, TAX_SUMMARIES, now),
  };
  const samples = (of: 'due' | 'oldestMs', per: number): Sample[] =>
    Object.entries(backlogs).map(([queue, backlog]) => ({ labels: { queue }, value: backlog[of] / per }));
  return [
    { name: 'manay_queue_due', help: 'Rows whose turn has come', type: 'gauge', samples: samples('due', 1) },
    {
      name: 'manay_queue_oldest_seconds',
      help: 'How long the oldest of them has waited since its turn',
      type: 'gauge',
      samples: samples('oldestMs', 1000),
    },
  ];
}

const DAY_MS = 86_400_000;

/** Messages of the last day that will not be sent any more: tried often enough, or over before they could leave. */
async function messagesNotSent({ kysely }: Database<Tables>, now: number): Promise<Figure> {
  const since = new Date(now - DAY_MS);
  // Tried for about a day, after it may have waited for its hours over some holidays.
  const from = firstUuidAt(now - 10 * DAY_MS);
  const { rows } = await sql<{ given_up: number; expired: number }>`select
    count(*) filter (where failed_at >= ${since})::int as given_up,
    count(*) filter (where withheld_at >= ${since} and withheld_because = 'expired')::int as expired
    from outbox where id >= ${from}`.execute(kysely);
  const { given_up: givenUp = 0, expired = 0 } = rows[0] ?? {};
  return {
    name: 'manay_messages_not_sent',
    help: 'Messages of the last day that were given up, or were over before they could be sent',
    type: 'gauge',
    samples: [
      { labels: { outcome: 'given up' }, value: givenUp },
      { labels: { outcome: 'expired' }, value: expired },
    ],
  };
}

/** Rows by a word, with the instant of the oldest. Each has an index of the open ones. */
const PAYMENTS = sql<CountRow>`select status as word, count(*)::int as count, min(created_at) as oldest from payment_intent
  where status in ('UNKNOWN', 'IN_REVIEW', 'REFUND_PENDING', 'DISPUTED') group by status`;
const PAYOUTS = sql<CountRow>`select status as word, count(*)::int as count, min(created_at) as oldest from disbursement_order
  where status in ('QUEUED', 'SENDING', 'SENT') group by status`;
const REFUNDS = sql<CountRow>`select status as word, count(*)::int as count, min(created_at) as oldest from refund
  where status in ('QUEUED', 'SENDING', 'SENT') group by status`;
const UNMATCHED = sql<CountRow>`select status as word, count(*)::int as count, min(created_at) as oldest from unapplied
  where status = 'OPEN' group by status`;
const TASKS = sql<CountRow>`select kind as word, count(*)::int as count, min(created_at) as oldest from staff_task
  where done_at is null group by kind`;

interface CountRow {
  readonly word: string;
  readonly count: number;
  readonly oldest: Date;
}

async function counted(
  { kysely }: Database<Tables>,
  now: number,
  name: string,
  help: string,
  query: typeof PAYMENTS,
): Promise<Figure[]> {
  const { rows } = await query.execute(kysely);
  const samples = (of: (row: CountRow) => number): Sample[] =>
    rows.map((row) => ({ labels: { [name === 'manay_tasks' ? 'kind' : 'status']: row.word }, value: of(row) }));
  return [
    { name, help, type: 'gauge', samples: samples(({ count }) => count) },
    {
      name: `${name}_oldest_seconds`,
      help: `${help}: since when the oldest`,
      type: 'gauge',
      samples: samples(({ oldest }) => Math.max(0, now - oldest.getTime()) / 1000),
    },
  ];
}

/** Figures that are counted in business dates. */
async function days({ kysely }: Database<Tables>, today: string): Promise<Figure[]> {
  const { rows } = await sql<{ open: number; failed: number; overdue: number }>`select
    (select coalesce(${today}::date - min(booked_through), 0)::int from loan
      where status in ('PERFORMING', 'PAST_DUE', 'DEFAULTED', 'PAYMENT_PLAN', 'FLEX')) as open,
    (select count(*)::int from loan where status = 'DISBURSMENT_FAILED') as failed,
    (select count(*)::int from complaint
      where status in ('RECEIVED', 'ASSIGNED') and answer_due_on < ${today}::date) as overdue`.execute(kysely);
  const { open = 0, failed = 0, overdue = 0 } = rows[0] ?? {};
  return [
    gauge(
      'manay_days_not_closed',
      'Business dates that the loan furthest behind has not been closed for',
      Math.max(0, open),
    ),
    gauge('manay_loans_not_paid_out', 'Signed loans whose money could not be sent', failed),
    gauge('manay_complaints_overdue', 'Complaints whose term for an answer is over', overdue),
  ];
}
