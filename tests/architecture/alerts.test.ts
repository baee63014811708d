import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isTrueOf, readAlertRules, type Series } from '#tests/support/alert-rules.ts';
import { ROOT } from './source-tree.ts';

const FILE = '.config/prometheus-alerts.yml';
const ALERTS = new Map(readAlertRules(join(ROOT, FILE)).map(({ alert, expr }) => [alert, expr]));

type Labels = NonNullable<Series['labels']>;
const each = (name: string, ...values: readonly number[]): Series[] =>
  values.map((value, process) => ({ name, value, labels: { instance: String(process) } }));
const one = (name: string, value: number, labels: Labels = {}): Series => ({ name, value, labels });
const counted = (name: string, before: number, value: number, labels: Labels = {}): Series => ({
  name,
  before,
  value,
  labels,
});
const API = '/api/v1/public/offer';
const requests = (failed: number, served: number, route = API): Series[] => [
  counted('manay_requests_total', 100, 100 + failed, { route, status: '5xx' }),
  counted('manay_requests_total', 5_000, 5_000 + served, { route, status: '2xx' }),
];
const seconds = (sum: number, count: number): Series[] => [
  counted('manay_request_seconds_sum', 40, 40 + sum),
  counted('manay_request_seconds_count', 900, 900 + count),
];

interface Scrapes {
  /** Each of them fires the alert. */
  readonly fires: readonly (readonly Series[])[];
  /** None of them does. */
  readonly rests: readonly (readonly Series[])[];
}

/** A limit is not passed by a value that is equal to it. */
const above = (name: string, limit: number, labels?: Labels): Scrapes => ({
  fires: [[one(name, limit + 1, labels)], [one(name, 0, labels), one(name, limit + 1, labels)]],
  rests: [[one(name, limit, labels)], [one(name, 0, labels)]],
});
const below = (name: string): Scrapes => ({ fires: [each(name, 0), each(name, 1, 0, 1)], rests: [each(name, 1, 1)] });

const SCRAPES: Readonly<Record<string, Scrapes>> = {
  LendingSilent: { fires: [[], each('manay_database_up', 1)], rests: [each('manay_ready', 0, 1)] },
  LendingDatabaseGone: below('manay_database_up'),
  LendingNotReady: below('manay_ready'),
  StandbyMissing: above('manay_standby_missing', 0),
  OffersRefused: below('manay_offers_priced'),
  UncaughtError: {
    fires: [[counted('manay_uncaught_errors_total', 3, 4)]],
    rests: [[counted('manay_uncaught_errors_total', 4, 4)]],
  },
  QueueStuck: above('manay_queue_oldest_seconds', 900),
  MessagesNotSent: above('manay_messages_not_sent', 20),
  PaymentUnknown: {
    fires: above('manay_payments_oldest_seconds', 7_200, { status: 'UNKNOWN' }).fires,
    rests: [
      [one('manay_payments_oldest_seconds', 7_200, { status: 'UNKNOWN' })],
      [one('manay_payments_oldest_seconds', 99_999, { status: 'PENDING' })],
    ],
  },
  PayoutWithoutAnswer: above('manay_payouts_oldest_seconds', 172_800),
  RefundWithoutAnswer: above('manay_refunds_oldest_seconds', 172_800),
  LoanNotPaidOut: above('manay_loans_not_paid_out', 0),
  DayNotClosed: above('manay_days_not_closed', 1),
  UnmatchedMoney: above('manay_unmatched_money_oldest_seconds', 259_200),
  TaskWaits: above('manay_tasks_oldest_seconds', 172_800),
  ComplaintOverdue: above('manay_complaints_overdue', 0),
  NoConnectionFree: {
    fires: [[one('manay_database_connections', 1, { state: 'waiting' })]],
    rests: [
      [
        one('manay_database_connections', 0, { state: 'waiting' }),
        one('manay_database_connections', 9, { state: 'idle' }),
      ],
    ],
  },
  RequestsFail: {
    fires: [requests(2, 98)],
    rests: [requests(1, 99), requests(0, 0), requests(50, 50, '/desk/')],
  },
  RequestsSlow: { fires: [seconds(11, 10)], rests: [seconds(10, 10), seconds(0, 0)] },
};

test('every alert has scrapes that fire it and scrapes that do not', () => {
  expect([...ALERTS.keys()].sort()).toEqual(Object.keys(SCRAPES).sort());
});

test.each(Object.entries(SCRAPES))(
  '%s fires when it must, and rests when nothing is wrong or known',
  (name, scrapes) => {
    const expression = ALERTS.get(name) ?? '';
    for (const scrape of scrapes.fires) expect([scrape, isTrueOf(expression, scrape)]).toEqual([scrape, true]);
    // Of nothing only the alert of a silent process says something.
    const nothing = name === 'LendingSilent' ? [] : [[]];
    for (const scrape of [...scrapes.rests, ...nothing])
      expect([scrape, isTrueOf(expression, scrape)]).toEqual([scrape, false]);
  },
);

test.each([
  'max(manay_ready) == 1',
  'avg(manay_ready) < 1',
  'sum(manay_ready[5m]) > 1',
  'sum(rate(manay_ready)) > 1',
  'max(manay_ready{state!="idle"}) > 1',
  'min(manay_ready) < 1 or max(manay_ready) > 2',
])('an expression that the reader does not know is an error, never a quiet pass: %s', (expression) => {
  expect(() => isTrueOf(expression, [one('manay_ready', 1)])).toThrow();
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
test.runIf(hasPromtool)('Prometheus itself reads the file, where its tool is installed', () => {
  const { status, stderr } = spawnSync('promtool', ['check', 'rules', FILE], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});
