import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCALES } from '#i18n/locale.ts';
import { taskSentence } from '#i18n/staff-tasks.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { commandLine } from '#server/lending/desk/command-line.ts';
import { ROW_KINDS, WAITING_ACTS, type WaitingKind } from '#server/lending/portfolio/waiting-kinds.ts';
import { pageOfWaiting, WAITING_CURSOR } from '#server/lending/portfolio/waiting-list.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';
import { ROLES } from '#server/lending/staff/colleague.ts';
import { openTask, TASK_KINDS, TOLD_BY_ROWS } from '#server/lending/staff/task-store.ts';
import { openTestDatabase } from '#tests/support/database/database.ts';
import { COMMANDS } from '#tools/lender.ts';

let db: Database<Tables>;
beforeAll(async () => {
  db = await openTestDatabase();
  await oneOfEach();
});
afterAll(() => db?.close());

const ID = '01890000-0000-7000-8000-00000000000';
const NOW = Date.parse('2026-01-26T17:00:00Z');
/** Friday 16/01/2026, 16:30 in Lima. */
const SINCE = '2026-01-16T21:30:00Z';

/** One row of each kind that waits, without whatever it would hang on. */
async function oneOfEach(): Promise<void> {
  await db.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    const run = (text: string) =>
      sql.raw(text.replaceAll('ID', ID).replaceAll('SINCE', `timestamptz '${SINCE}'`)).execute(trx);
    for (const [digit, reference] of [
      [1, 'SOL-2026-0000001'],
      [2, 'SOL-2026-0000002'],
    ] as const) {
      await run(`insert into application (id, reference, person_id, stage, is_repeat, version, product_type, product_id,
        amount, term, parameter_version, business_date, marketing, device, caller, created_at, stage_since, active_at)
        values ('ID${digit}', '${reference}', 'ID${digit}', 'MANUAL_REVIEW', false, 1, 'SINGLE_PAY', 1, 500, 30, 1, '2026-01-16',
        '{}', '{}', 'x', SINCE, SINCE, SINCE)`);
    }
    await run(`insert into colleague (id, login, name, roles, created_at)
      values ('ID1', 'Ana', 'Ana', '{finance,underwriter}', SINCE)`);
    await run(`insert into application_vote (id, application_id, kind, voted_by, voter_id, amount, at)
      values ('ID1', 'ID2', 'approve', 'Ana', 'ID1', 50000, SINCE)`);
    await run(`insert into complaint (id, code, establishment_code, year, number, filed_at, filed_on, answer_due_on, status,
      type, locale, sheet, content_hash, tracking_key) values ('ID1', 'LR-2026-000001', '0001', 2026, 1, SINCE, '2026-01-16',
      '2026-02-06', 'RECEIVED', 'RECLAMO', 'es', '{}', 'x', 'x')`);
    await run(`insert into data_request (id, person_id, kind, detail_sealed, status, due_on, created_at)
      values ('ID1', 'ID9', 'ACCESS', 'x', 'RECEIVED', '2026-02-13', SINCE)`);
    await run(`insert into visitor_data_request (id, kind, asked_sealed, identity_sealed, identity_media_type, status, due_on,
      created_at) values ('ID1', 'CANCELLATION', 'x', 'x', 'image/png', 'RECEIVED', '2026-01-30', SINCE)`);
    await run(`insert into loan (id, number, person_id, status, terms, originated_on)
      values ('ID1', 'P-2026-0000001', 'ID9', 'DISBURSMENT_FAILED', '{}', '2026-01-16')`);
    await run(`insert into disbursement_order (id, loan_id, purpose, amount, destination_sealed, status, next_attempt_at,
      reason, ordered_on, ended_on, created_at) values ('ID1', 'ID1', 'loan', 50000, 'x', 'REJECTED', SINCE, 'account closed',
      '2026-01-16', '2026-01-16', SINCE)`);
    await run(`insert into loan (id, number, person_id, status, terms, originated_on)
      values ('ID4', 'P-2026-0000004', 'ID4', 'ORIGINATED', '{}', '2026-01-16')`);
    await run(`insert into disbursement_order (id, loan_id, purpose, amount, destination_sealed, status, next_attempt_at,
      ordered_on, created_at) values ('ID4', 'ID4', 'loan', 50000, 'x', 'QUEUED', SINCE, '2026-01-16', SINCE)`);
    await run(`insert into fraud_flag (id, case_id, kind, mark, person_id, reason, flagged_by, flagged_at)
      values ('ID4', 'ID5', 'document', 'x', 'ID4', 'x', 'operator:ana', SINCE)`);
    await run(`insert into dispute (id, intent_id, provider_ref, reason, status, opened_on, opened_by, created_at)
      values ('ID1', 'ID8', 'CB-1', 'x', 'OPEN', '2026-01-16', 'x', SINCE)`);
    for (const [digit, provider] of [
      [1, 'BANK'],
      [2, 'NIUBIZ'],
    ] as const) {
      await run(`insert into money_received (id, provider, provider_ref, amount, value_date, into_account, detail, recorded_on,
        received_at) values ('ID${digit}', '${provider}', 'BCP 2026-01-16 OP17', 100, '2026-01-16',
        '${provider === 'BANK' ? 'bank' : 'psp-clearing'}', '{}', '2026-01-16', SINCE)`);
    }
    await run(
      `insert into unapplied (id, reason, status, created_at) values ('ID1', 'unknown-reference', 'OPEN', SINCE)`,
    );
    await run(`insert into parameter_proposal (id, kind, key, value, valid_from, reason, status, proposed_by, proposer_id,
      proposed_at)
      values ('ID1', 'rate_cap', 'consumer', '{}', '2026-05-01', 'The cap of the next half-year.', 'PROPOSED', 'Ana', 'ID1',
      SINCE)`);
    for (const [digit, status] of [
      [1, 'UNKNOWN'],
      [2, 'IN_REVIEW'],
    ] as const) {
      await run(`insert into payment_intent (id, person_id, loan_id, purpose, method, use, amount, locale, status,
        intent_key_hash, purchase_number, reference, expires_at, created_on, created_at, updated_at)
        values ('ID${digit}', 'ID9', 'ID1', 'PARTIAL', 'MANUAL', '{}', 100, 'es', '${status}', 'k${digit}', '${digit}',
        '100000000${digit}', SINCE, '2026-01-16', SINCE, SINCE)`);
    }
    await run(`insert into payout_batch (id, business_date, status, made_by, made_at)
      values ('2026-01-16-0a1b2c3d', '2026-01-16', 'MADE', 'operator:Ana', SINCE)`);
    await run(`insert into phone_recovery (id, person_id, new_phone_sealed, status, selfie_sealed, selfie_media_type, created_at,
      confirmed_at) values ('ID1', 'ID9', 'x', 'WAITING', 'x', 'image/png', SINCE, SINCE)`);
    await run(`insert into staff_approval (id, action, subject, digest, about, proposed_by, proposed_at)
      values ('ID1', 'money.match', 'money:ID2', 'x', '{}', 'ID1', SINCE)`);
    await run(`insert into write_off_proposal (id, loan_id, status, reason, proposed_by, proposer_id, proposed_at)
      values ('ID1', 'ID1', 'PROPOSED', 'Nothing came since June.', 'Ana', 'ID1', SINCE)`);
  });
  for (const kind of TASK_KINDS) {
    await openTask(db.kysely, { kind, subject: `payment:${ID}7`, says: 'webhook-failing' }, Date.parse(SINCE));
  }
}

const page = (kinds?: readonly WaitingKind[], at = { cursor: undefined as string | undefined, limit: 500 }) =>
  pageOfWaiting(db.kysely, { kinds, now: NOW, roles: ROLES }, at);

test('every kind of thing that waits for a person is in the list once, with its age and a command', async () => {
  const { rows } = await page();
  expect(rows.map(({ kind }) => kind).sort()).toEqual([...new Set([...ROW_KINDS, ...TASK_KINDS])].sort());
  for (const row of rows)
    expect([row.kind, row.since, row.ageDays]).toEqual([row.kind, new Date(SINCE).toISOString(), 9]);
});

test('deadlines are those of the law, of the promise made, or of what ends by itself', async () => {
  const { rows } = await page();
  const due = Object.fromEntries(rows.flatMap(({ kind, dueBy }) => (dueBy === null ? [] : [[kind, dueBy]])));
  expect(due).toEqual({
    'application-review': '2026-01-19',
    'application-second-person': '2026-01-19',
    complaint: '2026-02-06',
    'data-request': '2026-02-13',
    'disbursement-failed': '2026-01-21',
    'parameter-proposal': '2026-05-01',
    'settlement-due': '2026-01-19',
    'visitor-data-request': '2026-01-30',
    // Four business hours, over a weekend.
    'voucher-in-review': '2026-01-19 11:30',
  });
});

test('what is due first stands first, and what has no deadline as if it had a week', async () => {
  const { rows } = await page();
  const placeOf = (kind: WaitingKind) => rows.findIndex((row) => row.kind === kind);
  const kinds = [
    'voucher-in-review',
    'application-review',
    'settlement-due',
    'disbursement-failed',
    'money-unapplied',
    'visitor-data-request',
    'complaint',
    'data-request',
    'parameter-proposal',
  ] as const;
  expect([...kinds].sort((a, b) => placeOf(a) - placeOf(b))).toEqual(kinds);
});

test('money waits once: to be identified, or for the second account that approves what was proposed', async () => {
  const about = (digit: number) => sql`update staff_approval set subject = ${`money:${ID}${digit}`}`;
  const kinds = async () => (await page(['money-unapplied', 'second-account'])).rows.map(({ kind }) => kind).sort();
  expect(await kinds()).toEqual(['money-unapplied', 'second-account']);
  await db.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await about(1).execute(trx);
  });
  expect(await kinds()).toEqual(['second-account']);
  await db.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await about(2).execute(trx);
  });
});

test('each act is one that there is, with fields that it has, for what the entry is about', async () => {
  const { rows } = await page();
  const commands = rows.map(({ act, with: known, kind }) => {
    const route = COMMANDS.find(({ name }) => name === act);
    const names = route ? fieldsOf(route).map(({ name }) => name) : [];
    expect(names, `${kind}: ${act}`).toEqual(expect.arrayContaining(Object.keys(known)));
    return [kind, route && commandLine(route, known)];
  });
  expect(Object.fromEntries(commands)).toMatchObject({
    'application-review': 'npm run lender -- applications show SOL-2026-0000001',
    'write-off-proposal': 'npm run lender -- write-off approve P-2026-0000001',
    'money-unapplied': `npm run lender -- payments match ${ID}1`,
    'webhook-failing': expect.stringMatching(/^npm run lender -- tasks done [\da-f-]{36}$/),
  });
});

test('each entry says what it is in both languages, with the facts filled in', async () => {
  const { rows } = await page();
  for (const { kind, note, told } of rows) {
    expect(told, kind).not.toBeNull();
    const [es, en] = LOCALES.map((locale) => taskSentence(locale, told?.says ?? '', told?.facts ?? {}));
    expect(en, kind).toBe(note);
    expect(es, kind).not.toBe(en);
    expect(`${es} ${en}`, kind).not.toMatch(/[{}]|npm run|undefined|null/);
  }
  const told = Object.fromEntries(
    rows.map((row) => [row.kind, taskSentence('es', row.told?.says ?? '', row.told?.facts ?? {})]),
  );
  expect(told).toMatchObject({
    'money-unapplied': 'S/\u00a01,00, BCP OP17: averigua de quién es. La referencia no es de nadie.',
    'visitor-data-request': 'Respóndelo; quien pide no tiene cuenta: Borrar algo.',
    'disbursement-failed': 'El banco la rechazó: account closed. El cliente debe indicar otra cuenta.',
  });
});

test('a task that is ticked off hides nothing that still waits', async () => {
  await db.kysely
    .updateTable('staff_task')
    .set({ done_at: new Date(NOW), done_by: 'Ana' })
    .execute();
  const { rows } = await page(TOLD_BY_ROWS);
  expect(rows.map(({ kind }) => kind).sort()).toEqual([...TOLD_BY_ROWS].sort());
  expect((await page()).rows.map(({ kind }) => kind).sort()).toEqual([...ROW_KINDS].sort());
});

test('pages follow each other without a gap, whatever begins at the same moment', async () => {
  const whole = (await page()).rows;
  const paged = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const { rows, next } = await page(undefined, { cursor, limit: 2 });
    if (next !== undefined) expect(next).toMatch(WAITING_CURSOR);
    paged.push(...rows);
    cursor = next;
    more = next !== undefined;
  }
  expect(paged).toEqual(whole);
});

test('a table whose rows wait for people is looked at: no status of waiting is known that the list leaves out', () => {
  const folder = join(import.meta.dirname, '../../../../src/server/lending/migrations');
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const withDecider = texts.join('\n').match(/create table (\w+) \((?:(?!\n\);)[\s\S])*?\bdecided_by\b/g) ?? [];
  const tables = withDecider.map((text) => /create table (\w+)/.exec(text)?.[1] ?? '').sort();
  // What a person decides has a column for the one who did; each is in the list, but `decision`, which is never open.
  expect(tables).toEqual([
    'data_request',
    'decision',
    'parameter_proposal',
    'phone_recovery',
    'staff_approval',
    'visitor_data_request',
    'write_off_proposal',
  ]);
  expect(Object.keys(WAITING_ACTS)).toHaveLength(new Set([...ROW_KINDS, ...TASK_KINDS]).size);
});
