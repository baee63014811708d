import type { Context } from 'hono';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { requireSecondApproval } from '#server/lending/staff/approvals.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { changeRoles, findColleague } from '#server/lending/staff/colleague-store.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import {
  aDebtor,
  asColleague,
  asOperator,
  importStatement,
  payByCard,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { aColleague, aPasskey } from '#tests/support/staff/colleagues.ts';

const payments = withPayments();

type Body = Readonly<Record<string, unknown>> & { readonly error?: { readonly code: string } };

async function ask(
  name: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: Body }> {
  const answer = await asColleague(payments, name, path, body);
  return { status: answer.status, body: (await answer.json()) as Body };
}

let lines = 0;
/** A credit that names nobody. @returns its id */
async function unnamed(amount = '200.00'): Promise<string> {
  lines += 1;
  const ref = String(70_000 + lines);
  await importStatement(payments, [['15/01/2026', ref, amount, 'ABONO EN EFECTIVO']]);
  const { unapplied } = (await (await asOperator(payments, 'unapplied')).json()) as {
    unapplied: readonly { id: string; bank_ref: string }[];
  };
  return unapplied.find(({ bank_ref }) => bank_ref === ref)?.id ?? '';
}

const isMatched = async (id: string) =>
  (await payments.db.kysely.selectFrom('money_received').select('loan_id').where('id', '=', id).executeTakeFirst())
    ?.loan_id != null;

test('one account asks, another asks for the same, and then it is done, with both accounts on record', {
  tags: 'asvs-8.1.2',
}, async () => {
  const { number: loanNumber } = await aDebtor(payments);
  const money = await unnamed();
  const path = `unapplied/${money}/match`;
  const first = await ask('Ana', path, { loanNumber });
  expect(first).toMatchObject({ status: 202, body: { status: 'PROPOSED' } });
  expect((await ask('Rosa', 'tasks?kind=second-account')).body['tasks']).toMatchObject([
    { subject: `money:${money}`, act: 'approvals approve', with: { id: first.body['approval'] } },
  ]);
  expect((await ask('Rosa', 'approvals')).body['approvals']).toMatchObject([
    { action: 'money.match', subject: `money:${money}`, about: { amount: 200, loanNumber }, proposedBy: 'Ana' },
  ]);
  expect((await ask('ANA', path, { loanNumber })).body.error?.code).toBe('four_eyes');
  expect(await isMatched(money)).toBe(false);
  expect((await ask('Luis', path, { loanNumber })).status).toBe(200);
  expect(await isMatched(money)).toBe(true);
  expect((await ask('Rosa', 'approvals')).body['approvals']).toEqual([]);
  const [ana, luis] = [await findColleague(payments.db.kysely, 'Ana'), await findColleague(payments.db.kysely, 'Luis')];
  const rows = await readAudit(payments.db.kysely, `money:${money}`);
  expect(rows.map(({ action, colleague_id }) => [action, colleague_id])).toEqual([
    ['money.match.propose', ana?.id],
    ['money.match', luis?.id],
    ['money.match.approve', luis?.id],
  ]);
});

test('the second account asks for exactly what the first one did, or the first proposal is withdrawn', async () => {
  const [one, other] = [await aDebtor(payments), await aDebtor(payments)];
  const path = `unapplied/${await unnamed()}/match`;
  const { approval } = (await ask('Ana', path, { loanNumber: one.number })).body;
  expect((await ask('Luis', path, { loanNumber: other.number })).body.error?.code).toBe('four_eyes');
  expect((await ask('Luis', `approvals/${approval}/withdraw`, {})).body).toEqual({ status: 'WITHDRAWN' });
  expect((await ask('Luis', `approvals/${approval}/withdraw`, {})).status).toBe(404);
  expect((await ask('Luis', path, { loanNumber: other.number })).status).toBe(202);
  expect((await ask('Ana', path, { loanNumber: other.number })).status).toBe(200);
});

test('what the act refuses stays open, and can still be withdrawn', async () => {
  const money = await unnamed();
  payments.clock.moveTo('2026-01-20');
  const { number: loanNumber } = await aDebtor(payments);
  const { approval } = (await ask('Ana', `unapplied/${money}/match`, { loanNumber })).body;
  expect((await ask('Luis', `unapplied/${money}/match`, { loanNumber })).body.error?.code).toBe('loan_refuses');
  expect((await ask('Luis', `approvals/${approval}/withdraw`, {})).status).toBe(200);
});

test('two who ask at the same moment are the first and the second', async () => {
  const { number: loanNumber } = await aDebtor(payments);
  const path = `unapplied/${await unnamed()}/match`;
  const both = await Promise.all([ask('Ana', path, { loanNumber }), ask('Luis', path, { loanNumber })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 202]);
});

describe('two second persons at the same moment', () => {
  /** An act that says when it began, and ends when it is told how. */
  function heldAct() {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<{ readonly kind: 'done' } | Refusal>();
    const act = () => {
      begun.resolve();
      return ended.promise;
    };
    return { begun: begun.promise, end: ended.resolve, act };
  }
  const asked = { action: 'test.act', subject: 'test:1', request: ['same'], about: {} };
  /** Describes a colleague's call as the approvals know it. */
  const callOf = async (name: string) => {
    const colleague = await aColleague(payments.db, name);
    const act = { name: 'test', may: ['finance'], second: 'always' };
    const set: Readonly<Record<string, unknown>> = { colleague: { ...colleague, sessionId: 'x' }, act };
    return { get: (key: string) => set[key], req: { path: '/', header: () => undefined } } as unknown as Context;
  };
  const second = async (name: string, act: () => Promise<{ readonly kind: 'done' } | Refusal>) =>
    requireSecondApproval(payments.context, await callOf(name), asked, act);
  const never = () => Promise.reject(new Error('it was done twice'));

  test('are one who acts and one who is told, and meanwhile nobody withdraws it', async () => {
    const proposed = await second('Ana', never);
    const id = 'approval' in proposed ? proposed.approval : '';
    const { begun, end, act } = heldAct();
    const luis = second('Luis', act);
    await begun;
    expect(await second('Rosa', never)).toMatchObject({ status: 409, code: 'four_eyes' });
    const withdrawn = await asColleague(payments, 'Ana', `approvals/${id}/withdraw`, {});
    expect([withdrawn.status, await withdrawn.text()]).toEqual([409, expect.stringContaining('this moment')]);
    end({ kind: 'done' });
    expect(await luis).toEqual({ kind: 'done' });
    const decided = payments.db.kysely.selectFrom('staff_approval').select('status').where('id', '=', id);
    expect(await decided.executeTakeFirst()).toEqual({ status: 'APPROVED' });
  });

  test('are both free to try when the act was refused or failed', async () => {
    await second('Ana', never);
    expect(await second('Luis', () => Promise.resolve(refused(409, 'busy', 'Not now.')))).toMatchObject({
      code: 'busy',
    });
    await expect(second('Rosa', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await second('Rosa', () => Promise.resolve({ kind: 'done' }))).toEqual({ kind: 'done' });
  });

  test('are kept apart by a process that died for five minutes, and no longer', async () => {
    await second('Ana', never);
    const { begun, act } = heldAct();
    void second('Luis', act);
    await begun;
    payments.clock.pass({ minutes: 4, seconds: 59 });
    expect(await second('Rosa', never)).toMatchObject({ code: 'four_eyes' });
    payments.clock.pass({ seconds: 1 });
    expect(await second('Rosa', () => Promise.resolve({ kind: 'done' }))).toEqual({ kind: 'done' });
  });

  test('do the same thing through the API once', async () => {
    const { number: loanNumber } = await aDebtor(payments);
    const money = await unnamed();
    const path = `unapplied/${money}/match`;
    await ask('Ana', path, { loanNumber });
    const answers = await Promise.all(['Luis', 'Rosa', 'Eva'].map((name) => ask(name, path, { loanNumber })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const acts = (await readAudit(payments.db.kysely, `money:${money}`)).map(({ action }) => action);
    expect(acts).toEqual(['money.match.propose', 'money.match', 'money.match.approve']);
  });
});

test.each(['is locked', 'may not do it any more'])(
  'the proposal of somebody who %s does not count as one of two: it is withdrawn and made again',
  async (what) => {
    const { kysely } = payments.db;
    const { number: loanNumber } = await aDebtor(payments);
    const money = await unnamed();
    const path = `unapplied/${money}/match`;
    const who = `Eva ${what}`;
    const { approval } = (await ask(who, path, { loanNumber })).body;
    const { id } = await aColleague(payments.db, who);
    if (what === 'is locked') await ask('Rosa', `colleagues/${encodeURIComponent(who)}/lock`, { reason: 'Has left.' });
    else await kysely.transaction().execute((trx) => changeRoles(trx, id, ['support']));
    const luis = await ask('Luis', path, { loanNumber });
    expect([luis.status, luis.body.error?.code]).toEqual([409, 'four_eyes']);
    expect(await isMatched(money)).toBe(false);
    expect((await ask('Luis', `approvals/${approval}/withdraw`, {})).status).toBe(200);
    expect((await ask('Luis', path, { loanNumber })).status).toBe(202);
    expect((await ask('Rosa', path, { loanNumber })).status).toBe(200);
  },
);

test('a return takes two above the amount of the day, and one below it', async () => {
  const [small, large] = [await unnamed('2000.00'), await unnamed('2000.01')];
  const back = (id: string) => ask('Ana', `unapplied/${id}/return`, { reference: 'T-1' });
  expect([(await back(small)).status, (await back(large)).status]).toEqual([200, 202]);
  await changeParameter(payments.db, {
    kind: 'policy',
    key: 'four-eyes',
    from: '2026-01-16',
    value: { aboveCents: 10_000 },
  });
  payments.clock.moveTo('2026-01-16');
  expect((await back(await unnamed('100.01'))).status).toBe(202);
});

test('who has a passkey uses it again for an amount that takes two, and not for one below', async () => {
  const { id } = await aColleague(payments.db, 'Pía');
  await aPasskey(payments.db, id);
  const back = async (amount: string) => ask('Pía', `unapplied/${await unnamed(amount)}/return`, { reference: 'T-1' });
  const [small, large] = [await back('2000.00'), await back('2000.01')];
  expect([small.status, large.status, large.body.error?.code]).toEqual([200, 428, 'passkey_needed']);
});

test('money to a bank account takes two, whatever the amount', async () => {
  const debtor = await aDebtor(payments);
  const { id } = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 200, method: 'MANUAL' });
  await asOperator(payments, `unapplied/${await unnamed()}/match`, { paymentId: id });
  expect((await ask('Ana', `payments/${id}/refund`, { reason: 'The client asked.' })).status).toBe(202);
  expect((await ask('Luis', `payments/${id}/refund`, { reason: 'The client asked.' })).status).toBe(200);
});

test('what became of a refund is settled with the approval of two, or not at all', async () => {
  const { kysely } = payments.db;
  const debtor = await aDebtor(payments);
  const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
  await payments.world.plan('niubiz', 'reverse', 'server-error');
  await asOperator(payments, `payments/${id}/refund`, { reason: 'The client asked.' });
  const refuse = (name: string) => ask(name, `payments/${id}/refund-refused`, { reason: 'So says its report.' });
  const statusNow = async () => (await asOperator(payments, `payments/${id}`)).json();
  expect((await refuse('Ana')).status).toBe(202);
  // As if the process died before the approval was written.
  await sql`create function no_approval() returns trigger language plpgsql as
    $$ begin raise exception 'the process died'; end $$`.execute(kysely);
  await sql`create trigger no_approval before update on staff_approval for each row
    when (new.status = 'APPROVED') execute function no_approval()`.execute(kysely);
  const told = vi.spyOn(console, 'warn').mockReturnValue();
  expect((await refuse('Luis')).status).toBe(500);
  expect(told.mock.calls).toEqual([[expect.stringMatching(/^behind internal_error: the process died\n\s+at /)]]);
  told.mockRestore();
  await sql`drop function no_approval cascade`.execute(kysely);
  expect(await statusNow()).toMatchObject({ status: 'REFUND_PENDING' });
  expect((await refuse('Luis')).status).toBe(200);
  expect(await statusNow()).toMatchObject({ status: 'SUCCEEDED' });
});

describe('an act of one transaction is done with the approval of two, or not at all', () => {
  /** As if the process died before the approval was written. */
  async function dying<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const { kysely } = payments.db;
    await sql`create function no_approval() returns trigger language plpgsql as
      $$ begin raise exception 'the process died'; end $$`.execute(kysely);
    await sql`create trigger no_approval before update on staff_approval for each row
      when (new.status = 'APPROVED') execute function no_approval()`.execute(kysely);
    try {
      return await work();
    } finally {
      await sql`drop function no_approval cascade`.execute(kysely);
    }
  }
  /** Two ask; the second one dies at first. @returns what is on record before and after */
  async function byTwo(path: string, body: unknown, subject: string) {
    expect((await ask('Ana', path, body)).status).toBe(202);
    expect((await dying(() => ask('Luis', path, body))).status).toBe(500);
    const acts = async () => (await readAudit(payments.db.kysely, subject)).map(({ action }) => action);
    const before = await acts();
    expect((await ask('Luis', path, body)).status).toBeLessThan(202);
    return { before, after: await acts() };
  }
  const three = (action: string) => [`${action}.propose`, action, `${action}.approve`];

  test('whose money it is', async () => {
    const { number: loanNumber } = await aDebtor(payments);
    const money = await unnamed();
    const { before, after } = await byTwo(`unapplied/${money}/match`, { loanNumber }, `money:${money}`);
    expect([before, after]).toEqual([['money.match.propose'], three('money.match')]);
  });

  test('that money went back to its sender', async () => {
    const money = await unnamed('2000.01');
    const { before, after } = await byTwo(`unapplied/${money}/return`, { reference: 'T-1' }, `money:${money}`);
    expect([before, after]).toEqual([['money.return.propose'], three('money.return')]);
  });

  test('that a payment goes back', async () => {
    const debtor = await aDebtor(payments);
    const { id } = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 200, method: 'MANUAL' });
    await asOperator(payments, `unapplied/${await unnamed()}/match`, { paymentId: id });
    const reason = { reason: 'The client asked.' };
    const { before, after } = await byTwo(`payments/${id}/refund`, reason, `payment:${id}`);
    expect([before, after]).toEqual([['payment.refund.propose'], three('payment.refund')]);
  });

  test('what a provider has paid out', async () => {
    await changeParameter(payments.db, {
      kind: 'policy',
      key: 'four-eyes',
      from: '2026-01-15',
      value: { aboveCents: 1 },
    });
    const debtor = await aDebtor(payments);
    const { id } = await payByCard(payments, debtor, { purpose: 'PAYOFF' });
    const shown = await (await asOperator(payments, `payments/${id}`)).json();
    const { amount, purchaseNumber } = shown as { readonly amount: number; readonly purchaseNumber: string };
    const line = await unnamed(amount.toFixed(2));
    const body = {
      provider: 'NIUBIZ',
      reference: 'L-1',
      lines: [{ reference: purchaseNumber, amount }],
      cost: 0,
      date: '2026-01-15',
      line,
    };
    expect((await ask('Ana', 'settlements', body)).status).toBe(202);
    expect((await dying(() => ask('Luis', 'settlements', body))).status).toBe(500);
    expect((await ask('Luis', 'settlements', body)).body).toEqual({ isNew: true });
  });

  test('a loan that an operator makes', async () => {
    const { personId } = await aBorrower(payments);
    const body = {
      personId,
      productId: 1,
      amount: 2500,
      term: 30,
      bankId: '002',
      cci: '00219300123456789015',
      holder: 'Ana Quispe',
    };
    const { before, after } = await byTwo('loans', body, `person:${personId}`);
    expect(before).toContain('loan.originate.propose');
    expect(before).not.toContain('loan.originate.approve');
    expect(after).toContain('loan.originate.approve');
  });
});

test('a match above the amount takes two, with a payment that a client named too', async () => {
  await changeParameter(payments.db, {
    kind: 'policy',
    key: 'four-eyes',
    from: '2026-01-15',
    value: { aboveCents: 100 },
  });
  const debtor = await aDebtor(payments);
  const { id } = await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 200, method: 'MANUAL' });
  const path = `unapplied/${await unnamed()}/match`;
  expect((await ask('Ana', path, { paymentId: id })).status).toBe(202);
  expect((await ask('Luis', path, { paymentId: id })).status).toBe(200);
});

test('the database keeps what was approved, and which colleague approved it', async () => {
  const { number: loanNumber } = await aDebtor(payments);
  await ask('Ana', `unapplied/${await unnamed()}/match`, { loanNumber });
  const { kysely } = payments.db;
  const own = sql`update staff_approval set status = 'APPROVED', decided_by = proposed_by, decided_at = now()
    where status = 'PROPOSED'`;
  await expect(own.execute(kysely)).rejects.toThrow('staff_approval_check');
  await expect(sql`update staff_approval set digest = 'another'`.execute(kysely)).rejects.toThrow('never changed');
  await expect(sql`delete from staff_approval`.execute(kysely)).rejects.toThrow('never changed');
});
