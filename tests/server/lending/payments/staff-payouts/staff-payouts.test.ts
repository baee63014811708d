import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bankFilePayout } from '#server/lending/gateways/payout/bank-file-payout.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { changeParameter, openTestDatabase } from '#tests/support/database/database.ts';
import { createTestLending, type TestLending } from '#tests/support/lending/lending-app.ts';
import {
  anOriginatedLoan,
  createLoanService,
  type LoanService,
  stored,
  verify,
} from '#tests/support/loans/loan-service.ts';
import { bankDirs } from '#tests/support/payments/bank-dirs.ts';
import { World } from '#tests/support/payments/payments.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';

let folder: string;
let service: LoanService;
let lending: TestLending;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'staff-payouts-'));
  service = createLoanService(await openTestDatabase(), '2026-01-15');
  lending = appOf(machine('a').payout);
});
afterEach(async () => {
  expect((await verify(service)).problems).toEqual([]);
  await service.db.close();
  await rm(folder, { recursive: true });
});

function machine(name: string) {
  const dirs = bankDirs(folder, name);
  return { ...service.context, payout: bankFilePayout(dirs), dirs };
}

function appOf(payout: ReturnType<typeof bankFilePayout> | undefined): TestLending {
  const { db, clock } = service;
  const gateways = { ...new World(clock).gateways(clock), payout };
  return createTestLending(db, { today: '2026-01-15', gateways, operatorToken: OPERATOR_TOKEN, clock });
}

const lender = (command: string, options = {}, name = 'Ana') => lenderOf(lending, name)(command, options);
/** Runs the same command as two accounts. @returns what the second one reads */
async function byTwo(command: string, options = {}): Promise<string> {
  expect(await lender(command, options)).toContain('another account gives the same command');
  return lender(command, options, 'Luis');
}
const orderOf = async (loanId: string) => (await readOrders(service.db.kysely, loanId)).at(-1);
const REASON = { reason: 'The bank wrote so on the 15th.' };

/** An order that another machine has sent, and this one is the right one by the word of a person. */
async function anOrderNotFound() {
  const { id: loanId, loan } = await anOriginatedLoan(service);
  await dispatchDisbursements(machine('lost'));
  const order = await orderOf(loanId);
  const archive = await machine('a').payout.archive.identify();
  await lender(`payouts confirm-archive ${archive}`, REASON);
  service.clock.pass({ hours: 1 });
  await dispatchDisbursements(machine('a'));
  return { loanId, number: loan.number, id: order?.id ?? '' };
}
const statusesOf = async (loanId: string) => [
  (await stored(service, loanId)).loan.status,
  (await orderOf(loanId))?.status,
];

test('no caller without the operator token sees or settles anything', async () => {
  for (const path of ['archive', '019bc215-3d00-7000-8000-000000000000/paid']) {
    for (const method of ['GET', 'POST']) {
      const answer = await lending.app.request(`/api/v1/staff/payouts/${path}`, { method });
      expect([path, method, answer.status]).toEqual([path, method, 401]);
    }
  }
});

test('an operator sees why nothing goes out, says that the archive is the right one, and it is on record', async () => {
  const { id: loanId } = await anOriginatedLoan(service);
  await dispatchDisbursements(machine('lost'));
  const { archive, dirs } = { archive: await machine('a').payout.archive.identify(), dirs: machine('a').dirs };
  const shown = await lender('payouts archive');
  for (const told of ['held: another-archive', `archive: ${archive}`, `place: ${dirs.archiveDir}`]) {
    expect(shown).toContain(told);
  }
  expect(shown).toContain((await orderOf(loanId))?.id);
  await expect(lender('payouts confirm-archive another', REASON)).rejects.toThrow('409 payout_archive');
  await expect(byTwo(`payouts not-sent ${(await orderOf(loanId))?.id}`, REASON)).rejects.toThrow('409 payouts_held');
  expect(await lender(`payouts confirm-archive ${archive}`, REASON)).toBe(`The archive ${archive} was confirmed.`);
  expect(await lender('payouts archive')).toContain('held: –');
  const audit = await readAudit(service.db.kysely, `payout-archive:${archive}`);
  expect(audit.map(({ actor, action }) => `${actor} ${action}`)).toEqual(['operator:Ana payouts.confirm-archive']);
});

test('an order that the bank has never had is sent, once, from here', async () => {
  const { loanId, id } = await anOrderNotFound();
  expect(await byTwo(`payouts not-sent ${id}`, REASON)).toBe(`Order ${id} will be sent again.\nstatus: QUEUED`);
  await dispatchDisbursements(machine('a'));
  expect(await statusesOf(loanId)).toEqual(['DISBURSING', 'SENT']);
  expect(await readdir(machine('a').dirs.ordersDir)).toEqual([`${id}.csv`]);
  // From now on the bank's answer counts.
  for (const act of ['not-sent', 'rejected']) {
    await expect(byTwo(`payouts ${act} ${id}`, REASON)).rejects.toThrow('409 payout_in_flight');
  }
  const audit = await readAudit(service.db.kysely, `payout:${id}`);
  expect(audit.map(({ actor, action }) => `${actor} ${action}`).slice(0, 3)).toEqual([
    'operator:Ana payout.not-sent.propose',
    'operator:Luis payout.not-sent',
    'operator:Luis payout.not-sent.approve',
  ]);
});

test('one that the bank has paid or refused ends so, and its task with it', async () => {
  const { loanId, id } = await anOrderNotFound();
  await expect(lender(`payouts paid ${id}`, { ref: 'B77', date: '2026-01-16' })).rejects.toThrow('date: out_of_range');
  expect(await byTwo(`payouts rejected ${id}`, REASON)).toBe(`Order ${id} will not be paid.\nstatus: REJECTED`);
  expect(await statusesOf(loanId)).toEqual(['DISBURSMENT_FAILED', 'REJECTED']);
  await expect(byTwo(`payouts rejected ${id}`, REASON)).rejects.toThrow('409 payout_state');
  // And what turns out to be paid is booked all the same.
  expect(await lender(`payouts paid ${id}`, { ref: 'B77', date: '2026-01-15' })).toBe(
    `Order ${id} is paid.\nstatus: CONFIRMED`,
  );
  expect(await statusesOf(loanId)).toEqual(['PERFORMING', 'CONFIRMED']);
  const kinds = (await listTasks(service.db.kysely)).filter(({ subject }) => subject === `payout:${id}`);
  expect(kinds.map(({ kind }) => kind)).toEqual(['payout-paid-late']);
});

test.each([
  ['not-sent', 'QUEUED', 'the order'],
  ['rejected', 'REJECTED', 'the order'],
  ['paid', 'CONFIRMED', 'the order'],
  ['not-sent', 'QUEUED', 'the approval'],
  ['rejected', 'REJECTED', 'the approval'],
  ['paid', 'CONFIRMED', 'the approval'],
] as const)(
  '%s and its record, task and approval are written together: order %s, or nothing when the process dies at %s',
  async (act, ended, dies) => {
    const { kysely } = service.db;
    await changeParameter(service.db, {
      kind: 'policy',
      key: 'four-eyes',
      from: '2026-01-15',
      value: { aboveCents: 1 },
    });
    const { loanId, id } = await anOrderNotFound();
    const options = act === 'paid' ? { ref: 'B77', date: '2026-01-15' } : REASON;
    await lender(`payouts ${act} ${id}`, options);
    await sql`create function no_more() returns trigger language plpgsql as
    $$ begin raise exception 'the process died'; end $$`.execute(kysely);
    const [table, when] =
      dies === 'the order' ? ['disbursement_order', 'true'] : ['staff_approval', "new.status = 'APPROVED'"];
    await sql`create trigger no_more before update on ${sql.table(table)} for each row
    when (${sql.raw(when)}) execute function no_more()`.execute(kysely);
    await expect(lender(`payouts ${act} ${id}`, options, 'Luis')).rejects.toThrow('500');
    await sql`drop function no_more cascade`.execute(kysely);
    const written = async () => ({
      statuses: (await statusesOf(loanId))[1],
      acts: (await readAudit(kysely, `payout:${id}`)).map(({ action }) => action),
      tasks: (await listTasks(kysely)).map(({ kind }) => kind).filter((kind) => kind === 'payout-not-found'),
    });
    expect(await written()).toEqual({
      statuses: 'SENT',
      acts: [`payout.${act}.propose`],
      tasks: ['payout-not-found'],
    });
    expect(await lender(`payouts ${act} ${id}`, options, 'Luis')).toMatch(
      new RegExp(`^Order ${id} .+\\.\nstatus: ${ended}$`),
    );
    expect(await written()).toEqual({
      statuses: ended,
      acts: [`payout.${act}.propose`, `payout.${act}`, `payout.${act}.approve`],
      tasks: [],
    });
  },
);

test('what is paid takes two accounts above the dated amount, as what is not paid always does', async () => {
  const { id, loanId } = await anOrderNotFound();
  const paid = { ref: 'B77', date: '2026-01-15' };
  await changeParameter(service.db, {
    kind: 'policy',
    key: 'four-eyes',
    from: '2026-01-15',
    value: { aboveCents: 49_999 },
  });
  expect(await lender(`payouts paid ${id}`, paid)).toContain('another account gives the same command');
  expect(await lender('approvals list')).toContain('payout.paid');
  await expect(lender(`payouts paid ${id}`, paid)).rejects.toThrow('another account than yours');
  await expect(lender(`payouts paid ${id}`, { ...paid, ref: 'B78' }, 'Luis')).rejects.toThrow('Another proposal');
  expect((await statusesOf(loanId))[1]).not.toBe('CONFIRMED');
  expect(await lender(`payouts paid ${id}`, paid, 'Luis')).toBe(`Order ${id} is paid.\nstatus: CONFIRMED`);
});

test('an order that is not there, has not been sent, or that a process without a bank is asked about is refused', async () => {
  const { id: loanId } = await anOriginatedLoan(service);
  const id = (await orderOf(loanId))?.id;
  await expect(lender('payouts not-sent 019bc215-3d00-7000-8000-000000000000', REASON)).rejects.toThrow('404');
  await expect(lender('payouts not-sent x', REASON)).rejects.toThrow('404');
  await expect(byTwo(`payouts not-sent ${id}`, REASON)).rejects.toThrow('409 payout_state');
  await expect(lender(`payouts paid ${id}`, { ref: 'B7', date: '2026-01-15' })).rejects.toThrow('409 payout_state');
  lending = appOf(undefined);
  await expect(lender('payouts archive')).rejects.toThrow('409 payouts_unavailable');
});
