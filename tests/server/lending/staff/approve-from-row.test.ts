import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { erasePerson } from '#server/lending/people/store/person-store.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { changeRoles } from '#server/lending/staff/colleague-store.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { aDebtor, asColleague, asOperator, importStatement, withPayments } from '#tests/support/payments/payments.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const payments = withPayments();

type Body = Readonly<Record<string, unknown>> & {
  readonly error?: { readonly code: string; readonly fieldErrors?: readonly unknown[] };
};

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
async function unnamed(amount: string): Promise<string> {
  lines += 1;
  const ref = String(80_000 + lines);
  await importStatement(payments, [['15/01/2026', ref, amount, 'ABONO EN EFECTIVO']]);
  const { unapplied } = (await (await asOperator(payments, 'unapplied')).json()) as {
    unapplied: readonly { id: string; bank_ref: string }[];
  };
  return unapplied.find(({ bank_ref }) => bank_ref === ref)?.id ?? '';
}

const stored = async (id: unknown) =>
  payments.db.kysely.selectFrom('staff_approval').selectAll().where('id', '=', String(id)).executeTakeFirstOrThrow();

/** Ana proposes to send a large credit back. */
async function aReturn(amount = '5000.00') {
  const money = await unnamed(amount);
  const { body } = await ask('Ana', `unapplied/${money}/return`, { reference: 'T-SECRET-1' });
  return { money, approval: String(body['approval']) };
}

const approve = (name: string, approval: string, proof: unknown) => ask(name, `approvals/${approval}/approve`, proof);

test('another account reads the whole request at its row, types its amount, and it is done once, by both', async () => {
  const { money, approval } = await aReturn();
  const { body } = await ask('Luis', `approvals/${approval}`);
  expect(body).toMatchObject({
    ...{ id: approval, act: 'payments return', proposedBy: 'Ana', amount: 5000, changes: [] },
    request: { id: money, reference: 'T-SECRET-1' },
  });
  expect((await approve('Luis', approval, { amount: 5000 })).body).toEqual({ status: 'RETURNED' });
  expect(await approve('Luis', approval, { amount: 5000 })).toMatchObject({ status: 404 });
  const rows = await readAudit(payments.db.kysely, `money:${money}`);
  expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
    ['money.return.propose', 'operator:Ana'],
    ['approvals.show', 'operator:Luis'],
    ['money.return', 'operator:Luis'],
    ['money.return.approve', 'operator:Luis'],
  ]);
});

test('the account that proposed it does not approve it, whatever it types', async () => {
  const { approval } = await aReturn();
  for (const amount of [5000, 1]) {
    const own = await approve('Ana', approval, { amount });
    expect([own.status, own.body.error?.code]).toEqual([409, 'four_eyes']);
  }
  expect(await stored(approval)).toMatchObject({ status: 'PROPOSED', taken_by: null });
});

test('a wrong amount, or none, approves nothing', async () => {
  const { approval } = await aReturn();
  const errors = [];
  for (const proof of [{}, { amount: 500 }, { changes: ['id', 'reference'] }]) {
    errors.push((await approve('Luis', approval, proof)).body.error?.fieldErrors);
  }
  const [missing, other] = ['required', 'mismatch'].map((code) => [{ field: 'amount', code }]);
  expect(errors).toEqual([missing, other, missing]);
  expect(await stored(approval)).toMatchObject({ status: 'PROPOSED', taken_by: null });
});

test('a request without an amount is approved by whoever ticks each of its fields', async () => {
  const colleague = { login: 'eva.rios', name: 'Eva Ríos', roles: ['finance'] };
  const { approval } = (await ask('Ana', 'colleagues', colleague)).body;
  const { body } = await ask('Luis', `approvals/${approval}`);
  expect(body).toMatchObject({ request: colleague, amount: null, changes: ['login', 'name', 'roles'] });
  const some = await approve('Luis', String(approval), { changes: ['login', 'roles'] });
  expect(some.body.error?.fieldErrors).toEqual([{ field: 'changes', code: 'required' }]);
  const all = await approve('Luis', String(approval), { changes: ['login', 'name', 'roles'] });
  expect(all).toMatchObject({ status: 201, body: { login: 'eva.rios', invitation: expect.any(String) } });
});

test('who may not ask for the act neither sees its request nor approves it', async () => {
  const { approval } = await aReturn();
  await aColleague(payments.db, 'Sara', ['support']);
  for (const path of [`approvals/${approval}`, `approvals/${approval}/approve`]) {
    const answer = await ask('Sara', path, path.endsWith('approve') ? { amount: 5000 } : undefined);
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'role_needed']);
    expect(JSON.stringify(answer.body)).not.toContain('T-SECRET');
  }
});

describe('the rules of the day of approval count', () => {
  test('of the colleague who proposed it', async () => {
    const { kysely } = payments.db;
    const money = await unnamed('5000.00');
    const { id } = await aColleague(payments.db, 'Pia', ['finance']);
    const { approval } = (await ask('Pia', `unapplied/${money}/return`, { reference: 'T-2' })).body;
    await kysely.transaction().execute((trx) => changeRoles(trx, id, ['support']));
    const luis = await approve('Luis', String(approval), { amount: 5000 });
    expect([luis.status, luis.body.error?.code]).toEqual([409, 'four_eyes']);
  });

  test('of the act: what it refuses now stays open', async () => {
    const money = await unnamed('5000.00');
    payments.clock.moveTo('2026-01-20');
    const { number: loanNumber } = await aDebtor(payments);
    const { approval } = (await ask('Ana', `unapplied/${money}/match`, { loanNumber })).body;
    const luis = await approve('Luis', String(approval), { amount: 5000 });
    expect([luis.status, luis.body.error?.code]).toEqual([409, 'loan_refuses']);
    expect(await stored(approval)).toMatchObject({ status: 'PROPOSED', taken_by: null });
  });

  test('of the limit: a proposal that one account could ask for by now is still approved, not left behind', async () => {
    const { approval } = await aReturn('2500.00');
    await changeParameter(payments.db, {
      kind: 'policy',
      key: 'four-eyes',
      from: '2026-01-16',
      value: { aboveCents: 900_000 },
    });
    payments.clock.moveTo('2026-01-16');
    expect((await approve('Luis', approval, { amount: 2500 })).status).toBe(200);
    expect(await stored(approval)).toMatchObject({ status: 'APPROVED' });
  });
});

describe('the request', () => {
  test('is sealed while it waits, and erased when it is approved or withdrawn, by the database itself', async () => {
    const adding = async (login: string) =>
      String((await ask('Ana', 'colleagues', { login, name: 'Zoila Secreta', roles: ['finance'] })).body['approval']);
    const [one, other, third] = [await adding('uno'), await adding('dos'), await adding('tres')];
    const waiting = await stored(one);
    expect(waiting.request_sealed).toMatch(/^1\.[\w-]+\.[\w-]{40,}$/);
    expect(JSON.stringify(waiting)).not.toContain('Zoila');
    expect((await approve('Luis', one, { changes: ['login', 'name', 'roles'] })).status).toBe(201);
    await ask('Luis', `approvals/${other}/withdraw`, {});
    expect((await stored(one)).request_sealed).toBeNull();
    expect((await stored(other)).request_sealed).toBeNull();
    // As a program of before writes it.
    await sql`update staff_approval set status = 'WITHDRAWN', decided_by = proposed_by, decided_at = now() where id = ${third}`.execute(
      payments.db.kysely,
    );
    expect((await stored(third)).request_sealed).toBeNull();
  });

  test('cannot be put in the place of another one', async () => {
    const [one, other] = [await aReturn(), await aReturn()];
    const { request_sealed } = await stored(one.approval);
    await payments.db.kysely
      .updateTable('staff_approval')
      .set({ request_sealed })
      .where('id', '=', other.approval)
      .execute();
    expect((await ask('Luis', `approvals/${other.approval}`)).body['request']).toBeNull();
    expect((await approve('Luis', other.approval, { amount: 5000 })).status).toBe(409);
  });

  test('that was not stored is asked for again, as ever', async () => {
    const { money, approval } = await aReturn();
    await payments.db.kysely
      .updateTable('staff_approval')
      .set({ request_sealed: null })
      .where('id', '=', approval)
      .execute();
    const refused = await approve('Luis', approval, { amount: 5000 });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'four_eyes']);
    expect((await ask('Luis', `unapplied/${money}/return`, { reference: 'T-SECRET-1' })).status).toBe(200);
  });

  test('of a client is erased with them, and of nobody else', async () => {
    const { kysely } = payments.db;
    const debtor = await aDebtor(payments);
    const { approval: other } = await aReturn();
    const thing = { kind: 'document', documentType: 'DNI', documentNumber: debtor.documentNumber };
    const { body } = await ask('Ana', 'fraud-flags', { thing, reason: 'Says that it was not them.' });
    expect((await stored(body['approval'])).request_sealed).not.toBeNull();
    await kysely.transaction().execute((trx) => erasePerson(trx, debtor.personId, payments.clock.now()));
    expect((await stored(body['approval'])).request_sealed).toBeNull();
    expect((await stored(other)).request_sealed).not.toBeNull();
  });

  test('is never approved in the name of a proposal that is over', async () => {
    const { money, approval } = await aReturn();
    await ask('Luis', `approvals/${approval}/withdraw`, {});
    const answer = await payments.app.request(`/api/v1/staff/unapplied/${money}/return`, {
      method: 'POST',
      headers: {
        ...(await aColleague(payments.db, 'Luis')).headers,
        'content-type': 'application/json',
        'x-approval': approval,
      },
      body: JSON.stringify({ reference: 'T-SECRET-1' }),
    });
    expect(answer.status).toBe(409);
    expect(
      await payments.db.kysely
        .selectFrom('staff_approval')
        .select('id')
        .where('subject', '=', `money:${money}`)
        .where('status', '=', 'PROPOSED')
        .execute(),
    ).toEqual([]);
  });
});

test('acts of two accounts have no files and no query: their whole request is stored', () => {
  const ofTwo = STAFF_ROUTES.filter(({ second }) => second !== undefined);
  expect(ofTwo.length).toBeGreaterThan(10);
  expect(ofTwo.filter(({ files, query, body }) => files || query || !body).map(({ name }) => name)).toEqual([]);
});
