import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bankFilePayout } from '#server/lending/gateways/payout/bank-file-payout.ts';
import { batchSubject, RELEASE } from '#server/lending/payments/payout-batch.ts';
import { sendReleasedBatches } from '#server/lending/payments/send-batches.ts';
import { releaseMade } from '#server/lending/payouts/payout-batch-store.ts';
import { lockOpenApproval } from '#server/lending/staff/approval-store.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { openTestDatabase, TEST_ENGINE } from '#tests/support/database/database.ts';
import { before, turnstile } from '#tests/support/database/turnstile.ts';
import { createTestLending, type TestLending } from '#tests/support/lending/lending-app.ts';
import { anOriginatedLoan, createLoanService, type LoanService } from '#tests/support/loans/loan-service.ts';
import { asColleague, OPERATOR_TOKEN, World } from '#tests/support/payments/payments.ts';
import { atDesk, deskLinks } from '#tests/support/staff/desk-session.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';

const gate = turnstile();
const NOTHING_WAITS = { approvals: [], page: { from: null, to: null, of: 0, isMore: false }, next: null };
let folder: string;
let service: LoanService;
let lending: TestLending;
let ordersDir: string;
let sending: Parameters<typeof sendReleasedBatches>[0];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'staff-batches-'));
  const dir = (of: string) => join(folder, of);
  ordersDir = dir('orders');
  service = createLoanService(await openTestDatabase({ around: gate.around }), '2026-01-15');
  const payout = bankFilePayout({
    ordersDir,
    resultsDir: dir('results'),
    archiveDir: dir('archive'),
    inBatches: true,
  });
  sending = { ...service.context, payout };
  const { db, clock } = service;
  const gateways = { ...new World(clock).gateways(clock), payout };
  lending = createTestLending(db, { today: '2026-01-15', gateways, operatorToken: OPERATOR_TOKEN, clock });
});
afterEach(async () => {
  await service.db.close();
  await rm(folder, { recursive: true });
});

/** A command as one colleague gives it. */
const lender = (name: string, command: string, options: Record<string, string> = {}) =>
  lenderOf(lending, name)(command, options);
const idOf = (said: string) => /^Batch (\S+) was made: \d+ orders?\./.exec(said)?.[1] ?? '';
async function made(loans: number): Promise<string> {
  for (let k = 0; k < loans; k += 1) await anOriginatedLoan(service);
  return idOf(await lender('Ana', 'payouts make-batch'));
}
const releasedBy = async (name: string, id: string, body: object) => {
  const answer = await asColleague(lending, name, `payouts/batches/${id}/release`, body);
  return { status: answer.status, body: (await answer.json()) as { readonly error?: { readonly code: string } } };
};
/** Three of 500 soles are still what one account may do. */
const SMALL = { count: 3, total: 1500 };
const LARGE = { count: 5, total: 2500 };

test('a small batch goes with one account, which says its figures, into one file', async () => {
  const id = await made(3);
  expect(await lender('Ana', 'payouts batches')).toMatch(new RegExp(`^${id} .*MADE .* 3 +1500 `));
  expect(await lender('Ana', `payouts release-batch ${id}`, { count: '3', total: '1500.00' })).toBe(
    `Batch ${id} was released.\nstatus: RELEASED`,
  );
  expect(await sendReleasedBatches(sending)).toBe(1);
  expect(await readdir(ordersDir)).toEqual([`${id}.csv`]);
  const shown = await lender('Ana', `payouts show-batch ${id}`);
  const { status, inFile, items } = JSON.parse(shown);
  expect([status, inFile]).toEqual(['SENT', { count: 3, total: 1500 }]);
  expect(items).toEqual(Array(3).fill(expect.objectContaining({ kind: 'disbursement', amount: 500, outcome: 'IN' })));
  expect((await releasedBy('Ana', id, SMALL)).body.error?.code).toBe('batch_state');
});

test('the page that says that a batch was made leads to it and to its release', async () => {
  await anOriginatedLoan(service);
  const ana = await atDesk(lending, 'Ana', ['finance']);
  const page = await ana.send('/desk/payouts/make-batch', {});
  const id = /show-batch\?id=([\w-]+)/.exec(page.text)?.[1];
  expect(id).toMatch(/^2026-01-15-/);
  expect(deskLinks(page)).toEqual(
    expect.arrayContaining([`/desk/payouts/show-batch?id=${id}`, `/desk/payouts/release-batch?id=${id}`]),
  );
});

test('above the amount of the day two accounts say the same figures, and nothing goes with one', async () => {
  const id = await made(5);
  expect((await releasedBy('Ana', id, { ...LARGE, total: 2500.5 })).body.error?.code).toBe('batch_differs');
  expect((await releasedBy('Ana', id, LARGE)).status).toBe(202);
  expect((await releasedBy('Ana', id, LARGE)).body.error?.code).toBe('four_eyes');
  expect((await releasedBy('Luis', id, { ...LARGE, count: 4 })).body.error?.code).toBe('batch_differs');
  expect(await sendReleasedBatches(sending)).toBe(0);
  expect(await readdir(folder)).not.toContain('orders');
  expect((await releasedBy('Luis', id, LARGE)).body).toEqual({ status: 'RELEASED' });
  expect(await sendReleasedBatches(sending)).toBe(1);
  const acts = (await readAudit(service.db.kysely, `payout-batch:${id}`)).map(({ actor, action }) => [actor, action]);
  expect(acts).toEqual([
    ['operator:Ana', 'payouts.make-batch'],
    ['operator:Ana', 'payouts.release.propose'],
    ['operator:Luis', 'payouts.release'],
    ['operator:Luis', 'payouts.release.approve'],
  ]);
  expect(await listTasks(service.db.kysely)).toEqual([]);
});

test('a batch that is withdrawn takes what one account has said of it along', async () => {
  const id = await made(5);
  await releasedBy('Ana', id, LARGE);
  const reason = 'A wrong account.';
  expect(await lender('Luis', `payouts withdraw-batch ${id}`, { reason })).toBe(
    `Batch ${id} was withdrawn.\nstatus: WITHDRAWN`,
  );
  expect((await (await asColleague(lending, 'Rosa', 'approvals')).json()) as object).toEqual(NOTHING_WAITS);
  expect((await releasedBy('Luis', id, LARGE)).body.error?.code).toBe('batch_state');
  const next = idOf(await lender('Rosa', 'payouts make-batch'));
  expect(next).not.toBe(id);
});

test('two who release at the same moment are the first and the second', async () => {
  const id = await made(5);
  const both = await Promise.all([releasedBy('Ana', id, LARGE), releasedBy('Luis', id, LARGE)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 202]);
});

// The embedded database has one connection, and nothing waits in it.
test.runIf(TEST_ENGINE === 'postgres')(
  'a colleague who asks while two others release a batch leaves nothing that waits for another account',
  async () => {
    const id = await made(5);
    const { kysely } = service.db;
    const { late } = await kysely.transaction().execute(async (trx) => {
      await lockOpenApproval(trx, RELEASE, batchSubject(id));
      const rosa = releasedBy('Rosa', id, LARGE);
      await vi.waitFor(async () => {
        const locks = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(kysely);
        expect(locks.rows.length).toBe(1);
      }, 60_000);
      await releaseMade(trx, id, { by: 'operator:Luis', now: service.clock.now() });
      return { late: rosa };
    });
    expect((await late).body.error?.code).toBe('batch_state');
    expect(await (await asColleague(lending, 'Rosa', 'approvals')).json()).toEqual(NOTHING_WAITS);
  },
);

// A release locks the batch, and then what the first account has said of it: a withdrawal does it in the same order.
test.runIf(TEST_ENGINE === 'postgres')(
  'a batch that one colleague releases and another withdraws is one of both',
  async () => {
    const id = await made(5);
    await releasedBy('Ana', id, LARGE);
    const withdraw = () =>
      asColleague(lending, 'Rosa', `payouts/batches/${id}/withdraw`, { reason: 'A wrong account.' });
    const release = { at: before(/update "staff_approval" set "status"/), act: () => releasedBy('Luis', id, LARGE) };
    const both = await gate.inTurn(service.db, release, withdraw);
    expect(both).toMatchObject([
      { status: 'fulfilled', value: { status: 200 } },
      { status: 'fulfilled', value: { status: 409 } },
    ]);
  },
);

test('what is not a figure is refused, and so is an unknown batch', async () => {
  const id = await made(1);
  for (const body of [{}, { count: 0, total: 500 }, { count: 1, total: 500.005 }, { count: '1', total: 500 }]) {
    expect([body, (await releasedBy('Ana', id, body)).status]).toEqual([body, 400]);
  }
  expect((await releasedBy('Ana', '2026-01-15-00000000', SMALL)).status).toBe(404);
  for (const command of ['payouts batch', 'payouts show-batch', 'payouts burn-batch x']) {
    await expect(lender('Ana', command)).rejects.toThrow(/is missing|payouts make-batch/);
  }
});
