import { expect, test } from 'vitest';
import type { Tables } from '#server/kit/tables.ts';
import { surviveUncaughtErrors } from '#server/kit/uncaught-errors.ts';
import type { Gateways } from '#server/lending/gateways/open-gateways.ts';
import { bankFilePayout } from '#server/lending/gateways/payout/bank-file-payout.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { METRICS_PATH } from '#server/lending/metrics.ts';
import { codeMessage } from '#server/lending/people/messages/code-message.ts';
import { openTask } from '#server/lending/staff/task-store.ts';
import { isTrueOf, readAlertRules } from '#tests/support/alert-rules.ts';
import { file } from '#tests/support/complaints/complaints-book.ts';
import { changeParameter, openEmptyDatabase, TEST_ENGINE } from '#tests/support/database/database.ts';
import { createTestLending, SILENT, type TestLending } from '#tests/support/lending/lending-app.ts';
import { aLoan, anOriginatedLoan, pay } from '#tests/support/loans/loan-service.ts';
import { deliverMessages } from '#tests/support/messages/notifications.ts';
import {
  aDebtor,
  importStatement,
  loseAnswer,
  OPERATOR_TOKEN,
  type Payments,
  takeCreditBack,
  withPayments,
} from '#tests/support/payments/payments.ts';
import { testVault } from '#tests/support/people/vault.ts';

/** One line of a scrape. */
interface Point {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The lines of Prometheus' text format; throws for any other line. */
function readScrape(text: string): Point[] {
  const typed = new Set<string>();
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, typedName] = /^# TYPE (\w+) (?:gauge|counter|histogram)$/.exec(line) ?? [];
      if (typedName !== undefined) {
        if (typed.has(typedName)) throw new Error(`${typedName} is described twice`);
        typed.add(typedName);
      }
      if (/^# (?:TYPE|HELP) \w+ ./.test(line)) return [];
      const [, name = '', labels = '', value = ''] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (!typed.has(name.replace(/_(?:bucket|sum|count)$/, '')) && !typed.has(name))
        throw new Error(`what is: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', word = '']) => [key, word]);
      return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }];
    });
}

const payments = withPayments();
const RULES = readAlertRules('.config/prometheus-alerts.yml');

type Asked = Pick<TestLending, 'app'>;

async function scrape({ app }: Asked = payments) {
  const answer = await app.request(METRICS_PATH, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return readScrape(await answer.text());
}

test('figures are for operators', async () => {
  expect((await payments.app.request(METRICS_PATH)).status).toBe(401);
  const wrong = await payments.app.request(METRICS_PATH, { headers: { Authorization: 'Bearer of nothing' } });
  expect(wrong.status).toBe(401);
});

test('requests are counted by route and class of status, never by what is in an address', async () => {
  await payments.app.request('/api/v1/payments/0190-secret');
  await payments.app.request('/livez');
  await payments.app.request('/api/v1/nowhere-of-this-name');
  const points = await scrape();
  const counted = points
    .filter(({ name }) => name === 'manay_requests_total')
    .map(({ labels, value }) => [labels, value]);
  expect(counted).toEqual(
    expect.arrayContaining([
      [{ method: 'GET', route: '/api/v1/payments/:id', status: '4xx' }, 1],
      [{ method: 'GET', route: '/livez', status: '2xx' }, 1],
    ]),
  );
  expect(JSON.stringify(points)).not.toMatch(/secret|nowhere/);
  const buckets = points.filter(
    ({ name, labels }) => name === 'manay_request_seconds_bucket' && labels['route'] === '/livez',
  );
  const values = buckets.map(({ value }) => value);
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  expect(buckets.at(-1)).toMatchObject({ labels: { le: '+Inf' }, value: 1 });
});

/**
 * Ways in which each alert of the sample rules is made to move; what it returns is asked for the figures instead of
 * `payments`.
 */
const CAUSES: Readonly<Record<string, (payments: Payments) => Promise<Asked | undefined>>> = {
  async LendingDatabaseGone() {
    const gone = await openEmptyDatabase<Tables>();
    const lending = createTestLending(gone, { operatorToken: OPERATOR_TOKEN });
    await gone.close();
    return lending;
  },
  async LendingNotReady({ db }) {
    await changeParameter(db, { kind: 'igv', key: 'general', from: '2026-01-15', value: {} });
  },
  async OffersRefused({ clock }) {
    clock.moveTo('2026-05-01');
  },
  async UncaughtError() {
    const end = surviveUncaughtErrors(SILENT);
    // Not thrown: the test runner fails for it.
    process.listeners('uncaughtException').at(-1)?.(new Error('thrown in a timer'), 'uncaughtException');
    end();
    return undefined;
  },
  async QueueStuck({ loans, clock }) {
    await anOriginatedLoan(loans);
    clock.pass({ minutes: 20 });
  },
  async MessagesNotSent(paying) {
    const { db, clock } = paying;
    const about = { about: { use: 'SIGN_IN' }, siteUrl: 'https://manay.example', brandName: 'Mañay' } as const;
    const code = codeMessage({ code: '482913', channel: 'SMS', to: '+51987654321', language: 'es', ...about });
    for (let k = 0; k < 21; k += 1) {
      await db.kysely.transaction().execute((trx) => enqueueSealedMessage(trx, testVault(), code, clock.now()));
    }
    clock.pass({ minutes: 6 });
    // Nobody was there to send them meanwhile.
    for (let round = 0; round < 3; round += 1) await deliverMessages(paying);
  },
  async PaymentUnknown(paying) {
    await loseAnswer(paying, await aDebtor(paying), { purpose: 'PARTIAL', amount: 50 });
    paying.clock.pass({ hours: 3 });
  },
  async PayoutWithoutAnswer({ loans, clock }) {
    await anOriginatedLoan(loans);
    clock.pass({ hours: 49 });
  },
  async RefundWithoutAnswer(paying) {
    const debtor = await aDebtor(paying);
    await pay(paying.loans, debtor.loan.id, 600);
    await takeCreditBack(paying.context, debtor);
    paying.clock.pass({ hours: 49 });
  },
  async LoanNotPaidOut({ loans }) {
    loans.bank.mode = 'rejects';
    await aLoan(loans);
  },
  async DayNotClosed(paying) {
    await aDebtor(paying);
    paying.clock.moveTo('2026-01-18');
  },
  async UnmatchedMoney(paying) {
    await importStatement(paying, [['15/01/2026', '900001', '77.00', 'SIN REFERENCIA']]);
    paying.clock.pass({ hours: 73 });
  },
  async TaskWaits({ db, clock }) {
    await openTask(db.kysely, { kind: 'webhook-failing', subject: 'money:1', says: 'webhook-failing' }, clock.now());
    clock.pass({ hours: 49 });
  },
  async ComplaintOverdue(paying) {
    await file(paying);
    paying.clock.moveTo('2026-03-02');
  },
  async RequestsFail({ db }) {
    const gone = await openEmptyDatabase<Tables>();
    const lending = createTestLending(gone, { operatorToken: OPERATOR_TOKEN });
    await gone.close();
    const answer = await lending.app.request('/api/v1/public/offer', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ singlePayInquiry: { amount: 300, term: 30, productId: 1 } }),
    });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(db).toBeDefined();
    return lending;
  },
  async RequestsSlow({ db }) {
    const slow = createTestLending(db, { operatorToken: OPERATOR_TOKEN, minAnswerMs: 1_300 });
    await slow.app.request('/api/v1/auth/sign-in', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ identifier: '45678912', password: 'nadie la tiene puesta' }),
    });
    return slow;
  },
};

/** On the embedded database nothing waits for a connection, or a stand-by (faults/stand-by.test.ts). */
const ON_SERVER = ['NoConnectionFree', 'StandbyMissing'];
/** A process that answers cannot cause it; tests/architecture/alerts.test.ts holds it. */
const OF_SILENCE = ['LendingSilent'];

test('where orders go together in one file a day, what waits for people is not a queue that stands still', async () => {
  const payout = bankFilePayout({
    ordersDir: '/nowhere',
    resultsDir: '/nowhere',
    archiveDir: '/nowhere',
    inBatches: true,
    quietMs: 0,
  });
  const daily = createTestLending(payments.db, {
    operatorToken: OPERATOR_TOKEN,
    clock: payments.clock,
    // Nothing is scored, sent or asked here.
    gateways: { ...payments.context.gateways, payout } as Gateways,
  });
  await anOriginatedLoan(payments.loans);
  payments.clock.pass({ minutes: 20 });
  const due = async (lending: Asked) =>
    (await scrape(lending)).find(({ name, labels }) => name === 'manay_queue_due' && labels['queue'] === 'payouts')
      ?.value;
  expect([await due(payments), await due(daily)]).toEqual([1, 0]);
  // It is among the payouts all the same, until the file has gone.
  const queued = (await scrape(daily)).find(
    ({ name, labels }) => name === 'manay_payouts' && labels['status'] === 'QUEUED',
  );
  expect(queued?.value).toBe(1);
});

test('every sample rule has a cause here', () => {
  expect(RULES.map(({ alert }) => alert).sort()).toEqual([...Object.keys(CAUSES), ...ON_SERVER, ...OF_SILENCE].sort());
});

/**
 * An alert rests on what was scraped before its cause, and fires on what was scraped after it, by the names and labels that
 * the product really gives its figures.
 */
function expectToFire(expr: string, before: readonly Point[], after: readonly Point[]): void {
  const keyOf = ({ name, labels }: Point) => JSON.stringify([name, labels]);
  const earlier = new Map(before.map((point) => [keyOf(point), point.value]));
  const since = (points: readonly Point[]) =>
    points.map((point) => ({ ...point, before: earlier.get(keyOf(point)) ?? 0 }));
  expect([expr, isTrueOf(expr, since(before))]).toEqual([expr, false]);
  expect([expr, isTrueOf(expr, since(after))]).toEqual([expr, true]);
}

test.each(RULES.filter(({ alert }) => alert in CAUSES))('$alert: $summary', async ({ alert, expr }) => {
  const before = await scrape();
  const instead = await CAUSES[alert]?.(payments);
  expectToFire(expr, before, await scrape(instead ?? payments));
});

test.runIf(TEST_ENGINE === 'postgres')(
  'NoConnectionFree: requests wait while others hold every connection',
  async () => {
    const expr = RULES.find(({ alert }) => alert === 'NoConnectionFree')?.expr ?? '';
    const before = await scrape();
    const most = before.find(({ name, labels }) => name === 'manay_database_connections' && labels['state'] === 'most');
    const held = Promise.withResolvers<void>();
    const begun = Array.from({ length: most?.value ?? 0 }, () => Promise.withResolvers<void>());
    const holding = begun.map(({ resolve }) =>
      payments.db.inSession(async () => {
        resolve();
        await held.promise;
      }),
    );
    await Promise.all(begun.map(({ promise }) => promise));
    const waiting = payments.db.inSession(async () => undefined);
    const after = scrape();
    held.resolve();
    expectToFire(expr, before, await after);
    await Promise.all([...holding, waiting]);
  },
);
