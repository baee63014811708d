import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClock } from '#server/kit/clock.ts';
import { type Database, openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { bankFilePayout } from '#server/lending/gateways/payout/bank-file-payout.ts';
import { createParameterSource } from '#server/lending/parameters/parameter-source.ts';
import { readBankAnswers } from '#server/lending/payments/read-bank-answers.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { TEST_ENGINE, testServerUrl } from '#tests/support/database/database.ts';
import { createOnServer, dropOnServer } from '#tests/support/database/emptied-database.ts';
import {
  anOriginatedLoan,
  createLoanService,
  type LoanService,
  pay,
  verify,
} from '#tests/support/loans/loan-service.ts';
import { bankDirs } from '#tests/support/payments/bank-dirs.ts';
import { takeCreditBack } from '#tests/support/payments/payments.ts';
import { TEST_VAULT_VARIABLES, testVault } from '#tests/support/people/vault.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

// The embedded database belongs to one process, and nothing restores it but a copy of its folder.
const onServer = describe.runIf(TEST_ENGINE === 'postgres');

let folder: string;
let names: string[];
let children: ChildProcess[];
let open: Database<Tables>[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'two-machines-'));
  [names, children, open] = [[], [], []];
});
afterEach(async () => {
  await stopAll();
  for (const db of open) await db.close();
  for (const name of names) await dropOnServer(name);
  await rm(folder, { recursive: true });
});

const dirsOf = (machine: string) => bankDirs(folder, machine);

/** The books, as a process of the tests sees them. */
async function booksOn(name: string): Promise<LoanService> {
  const db = await openDatabase<Tables>({ databaseUrl: testServerUrl(name) }, { maxConnections: 4 });
  open.push(db);
  const service = createLoanService(db, createClock().businessDate());
  // Early in the day, so that everything it writes is due for the processes with a real clock.
  service.clock.pass({ hours: -16 });
  return service;
}

async function newBooks(): Promise<{ readonly name: string; readonly service: LoanService }> {
  const name = await createOnServer('template1');
  names.push(name);
  const service = await booksOn(name);
  await prepareLendingDatabase(service.db);
  return { name, service };
}

/** Ends every connection and copies the database: a dump of this moment. */
async function copyOf(name: string): Promise<string> {
  for (const db of open.splice(0)) await db.close();
  const copy = await createOnServer(name);
  names.push(copy);
  return copy;
}

/** `npm run start:lending` on a machine. @returns its address */
async function start(database: string, machine: string): Promise<string> {
  const { ordersDir, resultsDir, archiveDir } = dirsOf(machine);
  const child = spawn(process.execPath, ['src/server/lending/main.ts'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATABASE_URL: testServerUrl(database),
      ...TEST_VAULT_VARIABLES,
      OPEN_TO_NETWORK: '1',
      PAYOUT_ORDERS_DIR: ordersDir,
      PAYOUT_RESULTS_DIR: resultsDir,
      PAYOUT_ARCHIVE_DIR: archiveDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  return new Promise((resolve, reject) => {
    const listen = (data: Buffer): void => {
      said += String(data);
      const line = said.split('\n').find((text) => text.includes('"lending is ready"'));
      if (line) resolve(`http://127.0.0.1:${(JSON.parse(line) as { port: number }).port}`);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('close', () => reject(new Error(`stopped before it was ready: ${said}`)));
  });
}

async function stopAll(): Promise<void> {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'close');
  }
}

const filesIn = async (dir: string) =>
  (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.csv')).toSorted();
const orderOf = async ({ db }: LoanService, loanId: string) => (await readOrders(db.kysely, loanId)).at(-1);
const refundsOf = ({ db }: LoanService) => db.kysely.selectFrom('refund').select(['id', 'status']).execute();
/** Without the one about the figures of the day, which are not loaded here. */
const kindsOfTasks = async ({ db }: LoanService) =>
  (await listTasks(db.kysely))
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'figures-missing')
    .toSorted();

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(100)) if (await isSo()) return;
  throw new Error(`never: ${what}`);
}

/** The bank's answer, written a while ago. */
async function answer(machine: string, name: string, ...lines: string[]): Promise<void> {
  const { resultsDir } = dirsOf(machine);
  await mkdir(resultsDir, { recursive: true });
  const file = join(resultsDir, name);
  await writeFile(file, ['order_id;status;bank_reference;value_date;reason', ...lines, ''].join('\r\n'));
  await utimes(file, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
}

/** Makes each question for news due at once, as it is after its half minute. */
async function passTime({ db }: LoanService): Promise<void> {
  await sql`update disbursement_order set next_attempt_at = now() - interval '1 second'`.execute(db.kysely);
  await sql`update refund set next_attempt_at = now() - interval '1 second'`.execute(db.kysely);
}

/** A client whose loan was paid out from machine a, who has paid too much and wants it back. */
async function aRefundWaiting(service: LoanService): Promise<string> {
  const machine = { ...service.context, payout: bankFilePayout({ ...dirsOf('a'), quietMs: 0 }) };
  const { id: loanId, personId, loan } = await anOriginatedLoan(service);
  await dispatchDisbursements(machine);
  const today = service.clock.businessDate();
  await answer('a', 'first.csv', `${(await orderOf(service, loanId))?.id};PAID;B1;${today};`);
  expect(await readBankAnswers(machine)).toBe(1);
  await pay(service, loanId, 900);
  const { clock, db } = service;
  const parameters = createParameterSource({ db: db.kysely, clock, carryCapForward: true });
  const context = { ...service.context, parameters, vault: testVault() };
  const requested = await takeCreditBack(context, { number: loan.number, personId });
  if (requested.kind !== 'requested') throw new Error('no refund');
  return requested.refund.id;
}

onServer('two processes on one database with disks of their own', () => {
  test('send every order and every refund once, on whichever machine it is asked about', async () => {
    const { name, service } = await newBooks();
    const refundId = await aRefundWaiting(service);
    const waiting = await Promise.all([1, 2, 3].map(() => anOriginatedLoan(service)));
    await Promise.all([start(name, 'a'), start(name, 'b')]);
    const areSent = async () => {
      const orders = await Promise.all(waiting.map(({ id }) => orderOf(service, id)));
      const refunds = await refundsOf(service);
      return [...orders, ...refunds].every((one) => one?.status === 'SENT');
    };
    await until('everything is sent', areSent);
    for (let round = 0; round < 4; round += 1) {
      await passTime(service);
      await pause(1_500);
    }
    const sent = await Promise.all(waiting.map(async ({ id }) => `${(await orderOf(service, id))?.id}.csv`));
    const published = await filesIn(dirsOf('a').ordersDir);
    expect(published).toHaveLength(5);
    expect(published).toEqual(expect.arrayContaining([...sent, `${refundId}.csv`]));
    expect(await filesIn(dirsOf('a').archiveDir)).toEqual(published);
    expect([await filesIn(dirsOf('b').ordersDir), await filesIn(dirsOf('b').archiveDir)]).toEqual([[], []]);
    expect([await areSent(), await kindsOfTasks(service)]).toEqual([true, ['payouts-held']]);
    expect((await verify(service)).problems).toEqual([]);
  });
});

onServer('a dump that is restored while orders and a refund are on their way', () => {
  test('pays nobody twice: held on any machine until a person has compared, and then goes on', async () => {
    const { name, service: before } = await newBooks();
    const refundId = await aRefundWaiting(before);
    const inFlight = await anOriginatedLoan(before);
    const a = () => ({ ordersDir: dirsOf('a').ordersDir, archiveDir: dirsOf('a').archiveDir });
    await start(name, 'a');
    await until('the order is sent', async () => (await orderOf(before, inFlight.id))?.status === 'SENT');
    await until('the refund is sent', async () => (await refundsOf(before))[0]?.status === 'SENT');
    await stopAll();
    const queued = await anOriginatedLoan(before);
    const dump = await copyOf(name);

    // What happens after the dump: one order goes out that is waiting in it, one that it does not know at all.
    const lost = await booksOn(name);
    const unknown = await anOriginatedLoan(lost);
    const unknownOrder = (await orderOf(lost, unknown.id))?.id ?? '';
    await start(name, 'a');
    const sent = async () =>
      Promise.all([queued, unknown].map(async ({ id }) => (await orderOf(lost, id))?.status ?? ''));
    await until('both are sent', async () => (await sent()).every((status) => status === 'SENT'));
    await stopAll();
    const published = await filesIn(a().ordersDir);
    expect(published).toHaveLength(5);

    // Restored, on a new machine with an empty disk: nothing moves.
    const restored = await copyOf(dump);
    const service = await booksOn(restored);
    await passTime(service);
    await start(restored, 'new');
    await until('staff are told', async () => (await kindsOfTasks(service)).includes('payouts-held'));
    await pause(2_000);
    expect(await filesIn(dirsOf('new').ordersDir)).toEqual([]);
    await stopAll();

    // With the right disk: still nothing, for these books are from before.
    const url = await start(restored, 'a');
    const headers = { ...(await aColleague(service.db, 'Ana')).headers, 'content-type': 'application/json' };
    const path = `${url}/api/v1/staff/payouts/archive`;
    const report = (await (await fetch(path, { headers })).json()) as { archive: string; held: string };
    expect(report).toMatchObject({
      held: 'another-database',
      unknown: [{ orderId: unknownOrder, amount: 500, about: `${unknown.loan.number} loan` }],
      notSent: [{ loanNumber: queued.loan.number, status: 'QUEUED' }],
      notFound: [],
    });
    await pause(2_000);
    expect((await orderOf(service, queued.id))?.status).toBe('QUEUED');
    const body = JSON.stringify({ archive: report.archive, reason: 'Compared with the bank.' });
    expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(200);

    // And on: what was sent counts as sent, and the bank's answers are booked, each once.
    await until('the order counts as sent', async () => (await orderOf(service, queued.id))?.status === 'SENT');
    const ids = await Promise.all([inFlight, queued].map(async ({ id }) => (await orderOf(service, id))?.id ?? ''));
    const lines = [...ids, refundId, unknownOrder].map((id, k) => `${id};PAID;B${k};${service.clock.businessDate()};`);
    await answer('a', 'second.csv', ...lines);
    await until('the answers are booked', async () => (await filesIn(dirsOf('a').resultsDir)).length === 0);
    expect(await refundsOf(service)).toEqual([{ id: refundId, status: 'PAID' }]);
    for (const { id } of [inFlight, queued]) expect((await orderOf(service, id))?.status).toBe('CONFIRMED');
    expect(await filesIn(a().ordersDir)).toEqual(published);
    expect(await kindsOfTasks(service)).toEqual(['bank-answer-unread', 'payouts-held']);
    expect((await verify(service)).problems).toEqual([]);
  });
});
