import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { type Database, openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { type BankFileSettings, bankFilePayout } from '#server/lending/gateways/payout/bank-file-payout.ts';
import type { PayoutGateway } from '#server/lending/gateways/payout/payout-gateway.ts';
import { createParameterSource } from '#server/lending/parameters/parameter-source.ts';
import { dispatchRefunds, type RefundContext } from '#server/lending/payments/dispatch-refunds.ts';
import { makeBatch, releaseBatch, withdrawBatch } from '#server/lending/payments/payout-batch.ts';
import { readBankAnswers } from '#server/lending/payments/read-bank-answers.ts';
import { sendReleasedBatches } from '#server/lending/payments/send-batches.ts';
import { settlePayout } from '#server/lending/payments/settle-payout.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { moveOrder, readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { figuresOf, readBatch, type StoredBatch } from '#server/lending/payouts/payout-batch-store.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { watchedDialect } from '#tests/support/crash/dying-dialect.ts';
import { openTestDatabase, TEST_ENGINE, testServerUrl } from '#tests/support/database/database.ts';
import {
  anOriginatedLoan,
  createLoanService,
  type LoanService,
  pay,
  stored,
  verify,
} from '#tests/support/loans/loan-service.ts';
import { bankDirs } from '#tests/support/payments/bank-dirs.ts';
import { takeCreditBack } from '#tests/support/payments/payments.ts';
import { testVault } from '#tests/support/people/vault.ts';

let folder: string;
let dirs: BankFileSettings;
let service: LoanService;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'send-batches-'));
  dirs = { ...bankDirs(folder), inBatches: true, quietMs: 0 };
  service = createLoanService(await openTestDatabase(), '2026-01-15');
});
afterEach(async () => {
  expect((await verify(service)).problems).toEqual([]);
  await service.db.close();
  await rm(folder, { recursive: true });
});

/** As a process sees it that has just started. */
const context = (payout: PayoutGateway = bankFilePayout(dirs)): RefundContext => ({ ...service.context, payout });
const orderOf = async (loanId: string) => {
  const order = (await readOrders(service.db.kysely, loanId)).at(-1);
  if (!order) throw new Error('no order');
  return order;
};
const statusOf = async (loanId: string) => (await orderOf(loanId)).status;
const tasks = async () => (await listTasks(service.db.kysely)).map(({ kind }) => kind);

async function made(): Promise<StoredBatch> {
  const batch = await makeBatch(context(), 'Ana');
  if (batch.kind === 'refused') throw new Error(batch.message);
  return batch.batch;
}
const release = ({ id, items }: StoredBatch) =>
  releaseBatch(context(), id, { operator: 'Luis', stated: figuresOf(items) });
async function released(): Promise<StoredBatch> {
  const batch = await made();
  expect(await release(batch)).toEqual({ kind: 'released' });
  return batch;
}
async function sent(): Promise<StoredBatch> {
  const batch = await released();
  expect(await sendReleasedBatches(context())).toBe(1);
  return batch;
}

/** The ids of all orders in all files that the bank could collect, as often as they are there. */
async function collectable(): Promise<string[]> {
  const names = await readdir(dirs.ordersDir).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(dirs.ordersDir, name), 'latin1')));
  return texts
    .flatMap((text) => text.split('\r\n'))
    .filter((line) => line.startsWith('ORDER;'))
    .map((line) => line.split(';')[1] ?? '')
    .sort();
}
const answer = (name: string, ...lines: string[]) =>
  writeFile(
    join(dirs.resultsDir, name),
    ['record;id;status;amount;bank_reference;value_date;reason;count', ...lines, ''].join('\r\n'),
  );

/** A loan that was paid out and paid too much for, whose credit waits to go back. */
async function aWaitingRefund(): Promise<string> {
  const { id: loanId, personId, loan } = await anOriginatedLoan(service);
  await dispatchDisbursements(context(bankFilePayout({ ...dirs, inBatches: false })));
  const { id } = await orderOf(loanId);
  await rm(join(dirs.ordersDir, `${id}.csv`));
  await mkdir(dirs.resultsDir, { recursive: true });
  const head = 'order_id;status;bank_reference;value_date;reason';
  await writeFile(join(dirs.resultsDir, 'first.csv'), `${head}\r\n${id};PAID;B1;2026-01-15;\r\n`);
  expect(await readBankAnswers(context())).toBe(1);
  await pay(service, loanId, 900);
  const parameters = createParameterSource({ db: service.db.kysely, clock: service.clock, carryCapForward: true });
  const taken = { ...service.context, parameters, vault: testVault() };
  const requested = await takeCreditBack(taken, { number: loan.number, personId });
  if (requested.kind !== 'requested') throw new Error('no refund');
  return requested.refund.id;
}

test('nothing leaves by itself: what waits becomes one batch a day, however often it is made', async () => {
  const loans = [await anOriginatedLoan(service), await anOriginatedLoan(service)];
  expect(await dispatchDisbursements(context())).toBe(0);
  const first = await made();
  expect(figuresOf(first.items)).toEqual({ count: 2, totalCents: 100_000 });
  await anOriginatedLoan(service);
  expect(await made()).toEqual(first);
  expect(await sendReleasedBatches(context())).toBe(0);
  expect([await statusOf(loans[0]?.id ?? ''), await collectable()]).toEqual(['QUEUED', []]);
});

test('a released batch is one file with loans and refunds, and its orders are on their way', async () => {
  const refundId = await aWaitingRefund();
  const loan = await anOriginatedLoan(service);
  const batch = await sent();
  const { id: orderId } = await orderOf(loan.id);
  expect(await collectable()).toEqual([orderId, refundId].sort());
  expect(await readdir(dirs.ordersDir)).toEqual([`${batch.id}.csv`]);
  await dispatchDisbursements(context());
  await dispatchRefunds(context());
  expect([await statusOf(loan.id), (await stored(service, loan.id)).loan.status]).toEqual(['SENT', 'DISBURSING']);
  expect(await sendReleasedBatches(context())).toBe(0);
  expect([await collectable(), await tasks()]).toEqual([[orderId, refundId].sort(), []]);
});

test('what may not leave any more stays out of the file, and is in another batch when it may', async () => {
  const [goes, gone] = [await anOriginatedLoan(service), await anOriginatedLoan(service)];
  const batch = await released();
  const order = await orderOf(gone.id);
  await moveOrder(service.db.kysely, order.id, ['QUEUED'], { status: 'CANCELLED', endedOn: order.orderedOn });
  await sendReleasedBatches(context());
  expect(await collectable()).toEqual([(await orderOf(goes.id)).id]);
  const { items = [], status } = (await readBatch(service.db.kysely, batch.id)) ?? {};
  expect([status, items.map(({ outcome }) => outcome).sort()]).toEqual(['SENT', ['IN', 'OUT']]);
  expect(await readFile(join(dirs.ordersDir, `${batch.id}.csv`), 'latin1')).toContain(';500.00;;;1\r\n');
});

test('a batch is released with its own figures, once, and withdrawn only before', async () => {
  await anOriginatedLoan(service);
  const batch = await made();
  const by = { operator: 'Luis', account: '019bd6a0-0000-7000-8000-000000000001', reason: 'A wrong account.' };
  for (const stated of [
    { count: 2, totalCents: 50_000 },
    { count: 1, totalCents: 50_001 },
  ]) {
    const refusal = await releaseBatch(context(), batch.id, { operator: 'Luis', stated: stated as never });
    expect(refusal).toMatchObject({
      status: 409,
      message: expect.stringMatching(/of 1 order, S\/\s500,00 in all: say its own count and total\.$/),
    });
  }
  expect(await withdrawBatch(context(), batch.id, by)).toEqual({ kind: 'withdrawn' });
  expect(await release(batch)).toMatchObject({ code: 'batch_state' });
  const second = await released();
  expect(second.id).not.toBe(batch.id);
  expect(await release(second)).toMatchObject({ code: 'batch_state' });
  expect(await withdrawBatch(context(), second.id, by)).toMatchObject({ code: 'batch_state' });
  await sendReleasedBatches(context());
  expect(await collectable()).toHaveLength(1);
});

test('the batch of yesterday is dealt with before that of today is made', async () => {
  await anOriginatedLoan(service);
  const batch = await made();
  service.clock.moveTo('2026-01-16');
  await anOriginatedLoan(service);
  expect(await makeBatch(context(), 'Ana')).toMatchObject({
    code: 'batch_waits',
    message: expect.stringMatching(/of 1 order, S\/\s500,00 in all, waits: release or withdraw it first\.$/),
  });
  await release(batch);
  await sendReleasedBatches(context());
  expect(figuresOf((await made()).items)).toEqual({ count: 1, totalCents: 50_000 });
});

test('without anything to pay, with another archive, or where orders go out alone there is no batch', async () => {
  expect(await makeBatch(context(), 'Ana')).toMatchObject({ code: 'nothing_waits' });
  const alone = bankFilePayout({ ...dirs, inBatches: false });
  expect(await makeBatch(context(alone), 'Ana')).toMatchObject({ code: 'payouts_unavailable' });
  await anOriginatedLoan(service);
  const batch = await sent();
  const other = context(bankFilePayout({ ...dirs, archiveDir: join(folder, 'another') }));
  service.clock.moveTo('2026-01-16');
  await anOriginatedLoan(service);
  expect(await makeBatch(other, 'Ana')).toMatchObject({ code: 'payouts_held' });
  await release(await made());
  expect(await sendReleasedBatches(other)).toBe(0);
  expect(await readdir(dirs.ordersDir)).toEqual([`${batch.id}.csv`]);
  await sendReleasedBatches(context());
});

test('what the bank answers to a batch is booked: paid, rejected, and by parts', async () => {
  const loans = await Promise.all([1, 2, 3].map(() => anOriginatedLoan(service)));
  const { id } = await sent();
  const ids = await Promise.all(loans.map(async (loan) => (await orderOf(loan.id)).id));
  await mkdir(dirs.resultsDir, { recursive: true });
  // Wrong totals: nothing of it is booked, and a person is told which.
  await answer('a.csv', `BATCH;${id};PARTIAL;1000.00;;;;1`, `ORDER;${ids[0]};PAID;500.00;B1;2026-01-15;;`);
  expect(await readBankAnswers(context())).toBe(1);
  expect(await Promise.all(loans.map((loan) => statusOf(loan.id)))).toEqual(['SENDING', 'SENDING', 'SENDING']);
  const [task] = await listTasks(service.db.kysely);
  expect(task?.note).toContain('The control record says 1 orders of S/ 1000.00, but there are 1 of S/ 500.00.');
  expect(await readdir(dirs.resultsDir)).toEqual(['refused']);
  await answer(
    'b.csv',
    `BATCH;${id};PARTIAL;1000.00;;;;2`,
    `ORDER;${ids[0]};PAID;500.00;B1;2026-01-15;;`,
    `ORDER;${ids[1]};REJECTED;500.00;;;account closed;`,
  );
  await readBankAnswers(context());
  expect(await Promise.all(loans.map((loan) => statusOf(loan.id)))).toEqual(['CONFIRMED', 'REJECTED', 'SENDING']);
  await answer('c.csv', `BATCH;${id};PARTIAL;500.00;;;;1`, `ORDER;${ids[2]};PAID;500.00;B3;2026-01-15;;`);
  await readBankAnswers(context());
  expect(await Promise.all(loans.map((loan) => statusOf(loan.id)))).toEqual(['CONFIRMED', 'REJECTED', 'CONFIRMED']);
  expect((await readdir(join(dirs.resultsDir, 'read'))).length).toBe(2);
});

test('while a batch goes into its file nobody asks about its orders, and no word of mouth ends them', async () => {
  const loan = await anOriginatedLoan(service);
  await released();
  const { batches, ...rest } = bankFilePayout(dirs);
  const stuck = {
    ...rest,
    batches: { ...batches, publish: () => Promise.reject(new Error('the disk is full')) },
  } as PayoutGateway;
  await expect(sendReleasedBatches(context(stuck))).rejects.toThrow('the disk is full');
  const { id, status } = await orderOf(loan.id);
  expect([status, await dispatchDisbursements(context()), await tasks()]).toEqual(['SENDING', 0, []]);
  const parameters = createParameterSource({ db: service.db.kysely, clock: service.clock, carryCapForward: true });
  const payer = { ...context(), parameters, vault: testVault() } as never;
  for (const kind of ['not-sent', 'rejected'] as const) {
    const learned = { kind, reason: 'The bank never had it.' };
    expect(await settlePayout(payer, id, { operator: 'Ana', learned })).toMatchObject({ code: 'payout_in_flight' });
  }
  await sendReleasedBatches(context());
  expect(await collectable()).toEqual([id]);
});

test('an order that the archive knows from elsewhere is not in the file, and is asked about', async () => {
  const [known, other] = [await anOriginatedLoan(service), await anOriginatedLoan(service)];
  const batch = await released();
  // A process that has compared archive and books, before another sends one of the orders past the books.
  const running = context(bankFilePayout(dirs));
  expect(await dispatchDisbursements(running)).toBe(0);
  const { id, amountCents } = await orderOf(known.id);
  const cci = '00219100001234567852';
  await bankFilePayout({ ...dirs, inBatches: false }).send({ orderId: id, amountCents, cci, holder: 'Rosa Quispe' });
  await sendReleasedBatches(running);
  expect(await collectable()).toEqual([(await orderOf(other.id)).id]);
  const { items = [] } = (await readBatch(service.db.kysely, batch.id)) ?? {};
  expect(items.map(({ outcome }) => outcome).sort()).toEqual(['BEFORE', 'IN']);
  await dispatchDisbursements(running);
  expect(await statusOf(known.id)).toBe('SENT');
});

// The embedded database belongs to one process.
describe.runIf(TEST_ENGINE === 'postgres')('a process that dies while a batch goes into its file', () => {
  /** A life that ends at a step: nothing of it works any more, neither database nor files. */
  async function liveUntil(dieAt: number): Promise<number> {
    let step = 0;
    const onStep = (): void => {
      step += 1;
      if (step >= dieAt) throw new Error('dead');
    };
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(service.db.kysely);
    const db: Database<Tables> = await openDatabase<Tables>(
      { databaseUrl: testServerUrl(rows[0]?.name) },
      { maxConnections: 2, around: (dialect) => watchedDialect(dialect, onStep) },
    );
    const { batches, archive, ...rest } = bankFilePayout(dirs);
    if (!batches) throw new Error('no batches');
    const around = async <Value>(work: () => Promise<Value>): Promise<Value> => {
      onStep();
      const value = await work();
      onStep();
      return value;
    };
    const dying = {
      claim: (...call: Parameters<typeof batches.claim>) => around(() => batches.claim(...call)),
      publish: (...call: Parameters<typeof batches.publish>) => around(() => batches.publish(...call)),
    };
    const payout = { ...rest, archive, batches: dying };
    const openDestination = service.context.openDestination;
    await sendReleasedBatches({ ...context(payout), db, openDestination }).catch(() => undefined);
    await db.close();
    return step;
  }

  /** Of about forty steps: every second one at night, every seventh in each change. */
  const STRIDE = IS_FULL_RUN ? 2 : 7;

  test('leaves every order in one file, once, whatever the step', async () => {
    let date = calendarDate('2026-01-15');
    const everything: string[] = [];
    for (let dieAt = 1, isWhole = false; !isWhole; dieAt += STRIDE) {
      const loans = [await anOriginatedLoan(service), await anOriginatedLoan(service)];
      const { id } = await released();
      isWhole = (await liveUntil(dieAt)) < dieAt;
      // Nobody else touches what is on its way into the file.
      await dispatchDisbursements(context());
      await Promise.all([sendReleasedBatches(context()), sendReleasedBatches(context())]);
      expect((await readBatch(service.db.kysely, id))?.status).toBe('SENT');
      everything.push(...(await Promise.all(loans.map(async (loan) => (await orderOf(loan.id)).id))));
      expect(await collectable()).toEqual([...everything].sort());
      // One round asks about a few: those of the earlier days too.
      while ((await dispatchDisbursements(context())) > 0);
      expect(await Promise.all(loans.map((loan) => statusOf(loan.id)))).toEqual(['SENT', 'SENT']);
      date = addDays(date, 1);
      service.clock.moveTo(date);
    }
    expect(everything.length).toBeGreaterThan(80 / STRIDE);
    expect(await tasks()).toEqual([]);
  }, 120_000);
});
