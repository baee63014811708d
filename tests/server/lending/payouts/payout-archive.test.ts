import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { type BankFileSettings, bankFilePayout } from '#server/lending/gateways/payout/bank-file-payout.ts';
import { refundPayment, refundRefused } from '#server/lending/payments/refund-payment.ts';
import { listOpenRefunds } from '#server/lending/payments/store/refund-store.ts';
import { type DisbursementContext, dispatchDisbursements, takeAnswer } from '#server/lending/payouts/disburse.ts';
import { insertOrder, readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { confirmArchive, readPayoutHold, reportArchive } from '#server/lending/payouts/payout-archive.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { transfer } from '#tests/support/arrangements/extensions.ts';
import { openServiceDatabase, openTestDatabase, TEST_ENGINE } from '#tests/support/database/database.ts';
import { restartPostgres, startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';
import {
  anOriginatedLoan,
  createLoanService,
  type LoanService,
  stored,
  verify,
} from '#tests/support/loans/loan-service.ts';
import { bankDirs } from '#tests/support/payments/bank-dirs.ts';
import { aDebtor, createPayments, startPayment } from '#tests/support/payments/payments.ts';

let folder: string;
let service: LoanService;
// Every test begins with books that have paid nothing out, as on a lender's first day.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payout-archive-'));
  service = createLoanService(await openTestDatabase(), '2026-01-15');
});
afterEach(async () => {
  expect((await verify(service)).problems).toEqual([]);
  await service.db.close();
  await rm(folder, { recursive: true });
});

/** A process on a disk of its own, on the books of all. */
function machine(name: string): DisbursementContext & { readonly dirs: BankFileSettings } {
  const dirs = bankDirs(folder, name);
  return { ...service.context, payout: bankFilePayout(dirs), dirs };
}
const filesIn = (dir: string) =>
  readdir(dir).then(
    (names) => names.filter((name) => name.endsWith('.csv')),
    () => [],
  );
const orderOf = async (loanId: string) => (await readOrders(service.db.kysely, loanId)).at(-1);
const tasksCalled = async (kind: string) =>
  (await listTasks(service.db.kysely)).filter((task) => task.kind === kind).map(({ note }) => note);
const ANA = { operator: 'Ana', reason: 'Compared with the bank.' };
const confirm = async (context: DisbursementContext) =>
  confirmArchive(context, { archive: (await context.payout.archive?.identify()) ?? '', ...ANA });

test('a lender’s first process pays out without anybody saying anything, and the next start of it too', async () => {
  const first = machine('a');
  const { id } = await anOriginatedLoan(service);
  expect(await dispatchDisbursements(first)).toBe(1);
  expect(await filesIn(first.dirs.ordersDir)).toEqual([`${(await orderOf(id))?.id}.csv`]);
  expect(await readPayoutHold(machine('a'))).toBeUndefined();
  expect(await tasksCalled('payouts-held')).toEqual([]);
});

test('of two processes with disks of their own the second is held, and neither sends what the other has sent', async () => {
  const [a, b] = [machine('a'), machine('b')];
  const { id } = await anOriginatedLoan(service);
  await dispatchDisbursements(a);
  for (let round = 0; round < 3; round += 1) {
    service.clock.pass({ seconds: 75 });
    expect(await dispatchDisbursements(b)).toBe(0);
  }
  expect([await filesIn(a.dirs.ordersDir), await filesIn(b.dirs.ordersDir)]).toEqual([
    [`${(await orderOf(id))?.id}.csv`],
    [],
  ]);
  const [told, ...more] = await tasksCalled('payouts-held');
  expect(more).toEqual([]);
  expect(told).toContain(b.dirs.archiveDir);
  // The first one goes on as before.
  const next = await anOriginatedLoan(service);
  await dispatchDisbursements(a);
  expect((await orderOf(next.id))?.status).toBe('SENT');
});

test('two that start together on empty books agree on one archive', async () => {
  const machines = ['a', 'b', 'c'].map(machine);
  const holds = await Promise.all(machines.map((one) => readPayoutHold(one)));
  expect(holds.filter((hold) => hold === undefined)).toHaveLength(1);
});

test('a new machine is held until a person says that its archive is the right one; orders on their way become tasks', async () => {
  const [old, fresh] = [machine('old'), machine('fresh')];
  const sent = await anOriginatedLoan(service);
  await dispatchDisbursements(old);
  const waiting = await anOriginatedLoan(service);
  service.clock.pass({ hours: 1 });
  expect(await dispatchDisbursements(fresh)).toBe(0);
  expect(await confirmArchive(fresh, { archive: 'the other one', ...ANA })).toMatchObject({
    kind: 'refused',
    status: 409,
  });
  expect(await confirm(fresh)).toEqual({ kind: 'confirmed' });
  await dispatchDisbursements(fresh);
  expect(await filesIn(fresh.dirs.ordersDir)).toEqual([`${(await orderOf(waiting.id))?.id}.csv`]);
  expect((await orderOf(sent.id))?.status).toBe('SENT');
  expect(await tasksCalled('payout-not-found')).toHaveLength(1);
  expect(await tasksCalled('payouts-held')).toEqual([]);
  // The old machine is the wrong one now.
  await anOriginatedLoan(service);
  service.clock.pass({ hours: 1 });
  expect(await dispatchDisbursements(old)).toBe(0);
});

test('a disk that is not mounted holds payouts, and when it is back they go on by themselves', async () => {
  const one = machine('a');
  const { id } = await anOriginatedLoan(service);
  await dispatchDisbursements(one);
  await cp(one.dirs.archiveDir, join(folder, 'away'), { recursive: true });
  await rm(one.dirs.archiveDir, { recursive: true });
  const next = await anOriginatedLoan(service);
  service.clock.pass({ hours: 1 });
  expect(await dispatchDisbursements(one)).toBe(0);
  expect(await tasksCalled('payouts-held')).toHaveLength(1);
  await rm(one.dirs.archiveDir, { recursive: true });
  await cp(join(folder, 'away'), one.dirs.archiveDir, { recursive: true });
  await dispatchDisbursements(one);
  expect([(await orderOf(id))?.status, (await orderOf(next.id))?.status]).toEqual(['SENT', 'SENT']);
  expect([await tasksCalled('payouts-held'), await tasksCalled('payout-not-found')]).toEqual([[], []]);
});

test('of two orders that the bank has paid for one loan, the second is not reported as one that the books do not know', async () => {
  const one = machine('a');
  const { id } = await anOriginatedLoan(service);
  await dispatchDisbursements(one);
  const first = await orderOf(id);
  if (!first) throw new Error('no order');
  await takeAnswer(service.context, first, { kind: 'rejected', reason: 'account closed' });
  const other = { ...first, id: crypto.randomUUID(), now: service.clock.now() + 1 };
  await service.db.kysely.transaction().execute((trx) => insertOrder(trx, other));
  service.clock.pass({ hours: 1 });
  // The destination is sealed for its own order.
  const openDestination = async () => ({ bankId: '002', cci: '00219100001234567852', holder: 'Rosa Quispe' });
  await dispatchDisbursements({ ...one, openDestination });
  const paid = { kind: 'paid', providerRef: 'B-1', valueDate: calendarDate('2026-01-15') } as const;
  await takeAnswer(service.context, first, paid);
  await takeAnswer(service.context, other, paid);
  const statuses = async () => (await readOrders(service.db.kysely, id)).map(({ status }) => status);
  expect(await statuses()).toEqual(['CONFIRMED', 'CANCELLED']);
  expect(await readPayoutHold(machine('a'))).toBeUndefined();
  expect((await reportArchive(machine('a'))).notSent).toEqual([]);
  // One that was cancelled before it went out, by the books, is.
  const cancelled = await anOriginatedLoan(service);
  await service.db.kysely
    .updateTable('disbursement_order')
    .set({ status: 'CANCELLED' })
    .where('loan_id', '=', cancelled.id)
    .execute();
  await writeFile(join(one.dirs.archiveDir, `${(await orderOf(cancelled.id))?.id}.csv`), '');
  expect(await readPayoutHold(machine('a'))).toBe('older-books');
});

describe('books that were restored', () => {
  /** As the same books look in a copy of their database. */
  async function asRestored(): Promise<void> {
    const newest = await service.db.kysely
      .selectFrom('payout_archive')
      .selectAll()
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const row = { ...newest, accepted_orders: '[]', position: newest.position + 1, database: 'where they were before' };
    await service.db.kysely.insertInto('payout_archive').values(row).execute();
  }

  test('into another database hold payouts, with the same archive too', async () => {
    const one = machine('a');
    await dispatchDisbursements(one);
    await asRestored();
    await anOriginatedLoan(service);
    expect(await dispatchDisbursements(one)).toBe(0);
    expect(await readPayoutHold(machine('a'))).toBe('another-database');
    expect(await confirm(one)).toEqual({ kind: 'confirmed' });
    expect(await dispatchDisbursements(one)).toBe(1);
  });

  test('to an earlier state hold payouts: the report names the order and the loan they do not know', async () => {
    const one = machine('a');
    const { id, loan } = await anOriginatedLoan(service);
    await dispatchDisbursements(one);
    const lost = '019bd6a0-0000-7000-8000-000000000009';
    const { archiveDir } = one.dirs;
    const text = await readFile(join(archiveDir, `${(await orderOf(id))?.id}.csv`), 'utf8');
    await writeFile(join(archiveDir, `${lost}.csv`), text.replace(/^[0-9a-f-]{36}/m, lost));
    await writeFile(join(archiveDir, `${lost}.about`), 'P-2026-0009999 loan\n');
    // Sent, and by the books still waiting.
    const again = await anOriginatedLoan(service);
    const waiting = (await orderOf(again.id))?.id ?? '';
    await writeFile(join(archiveDir, `${waiting}.csv`), text.replace(/^[0-9a-f-]{36}/m, waiting));
    const restarted = machine('a');
    expect(await dispatchDisbursements(restarted)).toBe(0);
    expect(await reportArchive(restarted)).toMatchObject({
      hold: 'older-books',
      unknown: [{ orderId: lost, amountCents: 50_000, account: '7852', about: 'P-2026-0009999 loan' }],
      notSent: [{ id: waiting, kind: 'disbursement', status: 'QUEUED', amountCents: 50_000 }],
      notFound: [],
    });
    expect(await confirm(restarted)).toEqual({ kind: 'confirmed' });
    const before = await filesIn(one.dirs.ordersDir);
    await dispatchDisbursements(restarted);
    // The archive knows it: it counts as sent, and no second file is made.
    expect([(await orderOf(again.id))?.status, await filesIn(one.dirs.ordersDir)]).toEqual(['SENT', before]);
    // What a person has seen holds nothing at the next start.
    expect(await readPayoutHold(machine('a'))).toBeUndefined();
    expect(loan.number).toMatch(/^P-/);
  });

  test('are compared without publishing anything', async () => {
    const one = machine('a');
    const { id } = await anOriginatedLoan(service);
    await dispatchDisbursements(one);
    const { ordersDir, archiveDir } = one.dirs;
    const file = `${(await orderOf(id))?.id}.csv`;
    // Its process died after the claim, and the disk was put back to that moment.
    await rename(join(ordersDir, file), join(archiveDir, `${file.replace(/csv$/, 'dead.part')}`));
    await asRestored();
    await reportArchive(machine('a'));
    expect(await filesIn(ordersDir)).toEqual([]);
  });

  test('name in the report what is on its way and found nowhere', async () => {
    const one = machine('a');
    const { id, loan } = await anOriginatedLoan(service);
    await dispatchDisbursements(one);
    await rm(join(one.dirs.archiveDir, `${(await orderOf(id))?.id}.csv`));
    expect((await reportArchive(machine('a'))).notFound).toMatchObject([{ loanNumber: loan.number, status: 'SENT' }]);
  });
});

test.runIf(TEST_ENGINE === 'postgres')(
  'books that are put back in place, under a process that runs, hold its payouts as soon as they are back',
  async () => {
    const db = await openDatabase<Tables>({ databaseUrl: await startPostgres() });
    try {
      await prepareLendingDatabase(db);
      const mine = createLoanService(db, '2026-01-15');
      const { payout } = machine('a');
      const context = { ...mine.context, payout };
      const { id } = await anOriginatedLoan(mine);
      expect(await dispatchDisbursements(context)).toBe(1);
      await restartPostgres('SIGINT', (data) => execFileSync('cp', ['-a', data, `${data}.before`]));
      const lost = await anOriginatedLoan(mine);
      // The same books after a restart hold nothing.
      expect(await dispatchDisbursements(context)).toBe(1);
      await restartPostgres('SIGINT', (data) => {
        renameSync(data, `${data}.after`);
        renameSync(`${data}.before`, data);
      });
      const loans = await db.kysely.selectFrom('loan').select('id').execute();
      expect([loans, loans.some((loan) => loan.id === lost.id)]).toEqual([[{ id }], false]);
      await anOriginatedLoan(mine);
      mine.clock.pass({ hours: 1 });
      expect(await dispatchDisbursements(context)).toBe(0);
      expect(await readPayoutHold(context)).toBe('older-books');
    } finally {
      await db.close();
      await stopPostgres();
    }
  },
);

test('an archive with orders that the books do not know does not bind itself to them', async () => {
  const one = machine('a');
  await mkdir(one.dirs.archiveDir, { recursive: true });
  await writeFile(join(one.dirs.archiveDir, 'somebody-elses.csv'), 'order_id;currency;amount;cci;holder\r\n');
  expect(await readPayoutHold(one)).toBe('another-archive');
  await rm(join(one.dirs.archiveDir, 'somebody-elses.csv'));
  expect(await readPayoutHold(one)).toBeUndefined();
});

test('books and archive from before this rule bind themselves, with a refund that was refused before it was sent', async () => {
  const payments = createPayments(service.db);
  const debtor = await aDebtor(payments);
  const payment = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 100, method: 'MANUAL' });
  await transfer(payments, payment, 100, '2026-01-15');
  await refundPayment(payments.context, payment.id, { operator: 'Ana', reason: 'The client asked.' });
  const [refund] = await listOpenRefunds(service.db.kysely);
  if (!refund?.orderId) throw new Error('no refund by bank');
  await refundRefused(payments.context, refund, 'The client wants to keep it.', 'operator:Ana', { from: ['QUEUED'] });
  // As before there was a rule: the archive has what was sent, and nothing binds it to the books.
  await sql`truncate payout_archive`.execute(service.db.kysely);
  const one = machine('a');
  await mkdir(one.dirs.archiveDir, { recursive: true });
  expect(await readPayoutHold(one)).toBe('another-archive');
  await writeFile(join(one.dirs.archiveDir, `${refund.orderId}.csv`), 'order_id;currency;amount;cci;holder\r\n');
  expect(await readPayoutHold(one)).toBeUndefined();
});

test('a bank that remembers every order itself needs no archive', async () => {
  const { id } = await anOriginatedLoan(service);
  await dispatchDisbursements(service.context);
  expect((await stored(service, id)).loan.status).toBe('PERFORMING');
  // Files instead of that bank are another archive.
  expect(await readPayoutHold(machine('a'))).toBe('another-archive');
});

test('the user of the service, who owns no table, may do all of it', async () => {
  const opened = await openServiceDatabase();
  try {
    const mine = createLoanService(opened.db, '2026-01-15');
    const payout = bankFilePayout(bankDirs(folder, 'service'));
    const context = { ...mine.context, payout };
    await anOriginatedLoan(mine);
    expect(await dispatchDisbursements(context)).toBe(1);
    expect(await confirm(context)).toEqual({ kind: 'confirmed' });
    expect(await readPayoutHold({ ...context, payout: { ...payout } })).toBeUndefined();
  } finally {
    await opened.close();
  }
});
