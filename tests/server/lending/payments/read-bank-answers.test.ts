import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BankFileSettings, bankFilePayout } from '#server/lending/gateways/payout/bank-file-payout.ts';
import { httpBank } from '#server/lending/gateways/payout/http-bank.ts';
import { sandboxBank } from '#server/lending/gateways/payout/sandbox-bank.ts';
import { askAboutRefused, readBankAnswers } from '#server/lending/payments/read-bank-answers.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { closeTask, listTasks } from '#server/lending/staff/task-store.ts';
import { openTestDatabase } from '#tests/support/database/database.ts';
import {
  anOriginatedLoan,
  createLoanService,
  type LoanService,
  stored,
  verify,
} from '#tests/support/loans/loan-service.ts';
import { bankDirs } from '#tests/support/payments/bank-dirs.ts';

let folder: string;
let dirs: BankFileSettings;
let service: LoanService;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bank-answers-'));
  dirs = { ...bankDirs(folder), quietMs: 0 };
  await mkdir(dirs.resultsDir);
  service = createLoanService(await openTestDatabase(), '2026-01-15');
});
afterEach(async () => {
  expect((await verify(service)).problems).toEqual([]);
  await service.db.close();
  await rm(folder, { recursive: true });
});

const context = () => ({ ...service.context, payout: bankFilePayout(dirs) });
const answer = (name: string, ...lines: string[]) =>
  writeFile(
    join(dirs.resultsDir, name),
    ['order_id;status;bank_reference;value_date;reason', ...lines, ''].join('\r\n'),
  );
const tasks = () => listTasks(service.db.kysely);

/** A loan whose order lies with the bank. */
async function aSentOrder() {
  const { id: loanId } = await anOriginatedLoan(service);
  await dispatchDisbursements(context());
  const [order] = await readOrders(service.db.kysely, loanId);
  if (order?.status !== 'SENT') throw new Error('not sent');
  return { loanId, id: order.id };
}
const statusOf = async (loanId: string) => (await stored(service, loanId)).loan.status;

test('what a bank answers is booked once, and its file is put away', async () => {
  const { loanId, id } = await aSentOrder();
  await answer('2026-01-15.csv', `${id};PAID;B77;2026-01-15;`);
  expect(await readBankAnswers(context())).toBe(1);
  expect(await statusOf(loanId)).toBe('PERFORMING');
  expect(await readdir(dirs.resultsDir)).toEqual(['read']);
  expect(await readBankAnswers(context())).toBe(0);
  expect(await tasks()).toEqual([]);
});

test('lines that cannot be read and unknown orders become one task, once, and stop no other line', async () => {
  const { loanId, id } = await aSentOrder();
  const unknown = '019bd6a0-0000-7000-8000-00000000dead';
  await answer('a.csv', 'x;PAID;B1;15/01/2026;', `${unknown};PAID;B9;2026-01-15;`, `${id};PAID;B77;2026-01-15;`);
  for (let round = 0; round < 3; round += 1) await readBankAnswers(context());
  expect(await statusOf(loanId)).toBe('PERFORMING');
  const [task, ...more] = await tasks();
  expect([task?.kind, more]).toEqual(['bank-answer-unread', []]);
  expect(task?.note).toContain('Line 2: value_date must be YYYY-MM-DD');
  expect(task?.note).toContain(`Order ${unknown} (paid on 2026-01-15 as B9) is not in the books.`);
  // Done is done: the file is not read again.
  await service.db.kysely
    .transaction()
    .execute((trx) => closeTask(trx, task?.id ?? '', { by: 'Ana', now: service.clock.now() }));
  await readBankAnswers(context());
  expect(await tasks()).toEqual([]);
});

test('a date in the future is waited for, after the file was put away too', async () => {
  const { loanId, id } = await aSentOrder();
  await answer('a.csv', `${id};PAID;B77;2026-01-16;`);
  await readBankAnswers(context());
  expect(await statusOf(loanId)).toBe('DISBURSING');
  service.clock.moveTo('2026-01-16');
  await dispatchDisbursements(context());
  expect((await stored(service, loanId)).loan).toMatchObject({ status: 'PERFORMING', valueDate: '2026-01-16' });
});

test('a refusal that a later file takes back is booked as paid', async () => {
  const { loanId, id } = await aSentOrder();
  await answer('a.csv', `${id};REJECTED;;;account closed`);
  await readBankAnswers(context());
  expect(await statusOf(loanId)).toBe('DISBURSMENT_FAILED');
  await answer('b.csv', `${id};PAID;B77;2026-01-15;`);
  await readBankAnswers(context());
  expect(await statusOf(loanId)).toBe('PERFORMING');
  expect((await tasks()).map(({ kind }) => kind)).toEqual(['payout-paid-late']);
});

test('what books that were restored have as waiting is paid by the word of the bank, and not sent again', async () => {
  await dispatchDisbursements(context());
  const { id: loanId } = await anOriginatedLoan(service);
  const [order] = await readOrders(service.db.kysely, loanId);
  await answer('a.csv', `${order?.id};PAID;B77;2026-01-15;`);
  await readBankAnswers(context());
  await dispatchDisbursements(context());
  expect([await statusOf(loanId), await readdir(dirs.ordersDir).catch(() => [])]).toEqual(['PERFORMING', []]);
});

test('a file that cannot be booked whole stays, and comes again', async () => {
  const { loanId, id } = await aSentOrder();
  await answer('a.csv', `${id};PAID;B77;2026-01-15;`);
  const { calendar } = service.context;
  const days = () => Promise.reject(new Error('timeout exceeded when trying to connect'));
  expect(await readBankAnswers({ ...context(), calendar: { ...calendar, days } })).toBe(0);
  expect((await tasks()).map(({ kind }) => kind)).toEqual(['bank-answer-failing']);
  expect(await readBankAnswers(context())).toBe(1);
  expect([await statusOf(loanId), await tasks()]).toEqual(['PERFORMING', []]);
});

test('nothing is put away while payouts are held', async () => {
  const { loanId, id } = await aSentOrder();
  const other = { ...dirs, archiveDir: join(folder, 'another') };
  await answer('a.csv', `${id};PAID;B77;2026-01-15;`);
  expect(await readBankAnswers({ ...service.context, payout: bankFilePayout(other) })).toBe(0);
  expect([await statusOf(loanId), await readdir(dirs.resultsDir)]).toEqual(['DISBURSING', ['a.csv']]);
});

test('a bank that only answers questions is asked about what it has refused', async () => {
  const bank = sandboxBank({ token: 't', businessDate: service.clock.businessDate, habit: 'reject' });
  const settings = { apiUrl: 'http://bank/sandbox/bank', token: 't' };
  const fetch: typeof globalThis.fetch = async (input, init) => bank.request(String(input), init);
  const asking = { ...service.context, payout: httpBank({ settings, fetch }) };
  const { id: loanId } = await anOriginatedLoan(service);
  await dispatchDisbursements(asking);
  expect([await statusOf(loanId), await askAboutRefused(asking)]).toEqual(['DISBURSMENT_FAILED', 0]);
  const [order] = await readOrders(service.db.kysely, loanId);
  const body = new URLSearchParams({ status: 'PAID' });
  await bank.request(`http://bank/sandbox/bank/decide/${order?.id}`, { method: 'POST', body });
  expect(await askAboutRefused(asking)).toBe(1);
  expect([await statusOf(loanId), await askAboutRefused(asking)]).toEqual(['PERFORMING', 0]);
});
