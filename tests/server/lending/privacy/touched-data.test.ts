import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeVisitorDataRequest } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import { bankFilePayout } from '#server/lending/gateways/payout/bank-file-payout.ts';
import { makeBatch } from '#server/lending/payments/payout-batch.ts';
import { openDestinations } from '#server/lending/payouts/payout-destination.ts';
import { holdsPeople } from '#server/lending/privacy/touched-data.ts';
import { aSigner, scoringContext } from '#tests/support/applications/applicant.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { file } from '#tests/support/complaints/complaints-book.ts';
import { DATA_CLASSES } from '#tests/support/database/data-classes.ts';
import { callEndpoint, type TestLending, withTestLending } from '#tests/support/lending/lending-app.ts';
import { bankDirs } from '#tests/support/payments/bank-dirs.ts';
import { aDebtor, asColleague, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { aVisitorRequest } from '#tests/support/privacy/visitor-requests.ts';

const lending = withPayments();
const signing = withTestLending({ operatorToken: OPERATOR_TOKEN });

interface Row {
  readonly personId: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly tables: string;
  readonly rows: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
}

/** `npm run lender -- data-requests touched` of a table, a folder or a span. */
async function touched(query: Readonly<Record<string, string>>, at: TestLending = lending) {
  const path = `data-requests/touched?${new URLSearchParams(query)}`;
  const answer = await asColleague(at, 'Ana Torres', path);
  return { status: answer.status, body: (await answer.json()) as { readonly people: readonly Row[] } };
}
const peopleOf = async (query: Readonly<Record<string, string>>) => (await touched(query)).body.people;

describe('a table', () => {
  test('has whoever a row belongs to, by its own reference or by what it is part of, with the way to them', async () => {
    const [payer, other] = [await aDebtor(lending), await aDebtor(lending)];
    await startPayment(lending, payer, { purpose: 'PARTIAL', amount: 90, method: 'MANUAL' });
    const events = await peopleOf({ table: 'payment_event' });
    const event = events.find(({ personId }) => personId === payer.personId);
    expect(events.map(({ personId }) => personId)).not.toContain(other.personId);
    expect(event).toMatchObject({ personId: payer.personId, tables: 'payment_event', rows: 1 });
    const loans = await peopleOf({ table: 'loan' });
    expect(loans.map(({ personId }) => personId)).toEqual(expect.arrayContaining([payer.personId, other.personId]));
    expect(loans[0]?.name).toMatch(/^\p{L}+ .*\p{L}/u);
    expect(loans[0]?.email).toContain('@');
    expect(loans[0]).toMatchObject({ rows: 1, firstAt: expect.stringMatching(/^2026-/) });
  });

  test('of people who are not clients is one row without a person', async () => {
    await callEndpoint(lending, makeVisitorDataRequest, { body: aVisitorRequest() });
    expect(await peopleOf({ table: 'visitor_data_request' })).toEqual([
      expect.objectContaining({ personId: null, name: null, tables: 'visitor_data_request', rows: 1 }),
    ]);
  });

  test('of acts of staff has the clients whom they looked at', async () => {
    const [seen, other] = [await aDebtor(lending), await aDebtor(lending)];
    await asColleague(lending, 'Eva Ríos', `clients/${seen.personId}`);
    const ids = (await peopleOf({ table: 'audit' })).map(({ personId }) => personId);
    expect([ids.includes(seen.personId), ids.includes(other.personId)]).toEqual([true, false]);
  });

  test('of acts of staff has whose payment they looked at, and whom a search showed them', async () => {
    const [paid, searched, other] = [await aDebtor(lending), await aDebtor(lending), await aDebtor(lending)];
    const payment = await startPayment(lending, paid, { purpose: 'PARTIAL', amount: 90, method: 'MANUAL' });
    await asColleague(lending, 'Ana Torres', `payments/${payment.id}`);
    const { status } = await asColleague(lending, 'Ana Torres', 'search', { text: searched.number });
    expect(status).toBe(200);
    const ids = (await peopleOf({ table: 'audit' })).map(({ personId }) => personId);
    expect([paid, searched, other].map(({ personId }) => ids.includes(personId))).toEqual([true, true, false]);
  });

  test('with a row that is about two clients has both', async () => {
    const [flagged, known] = [await aDebtor(lending), await aDebtor(lending)];
    const { kysely: db } = lending.db;
    const [id, caseId] = [randomUUID(), randomUUID()];
    await sql`insert into fraud_flag (id, case_id, kind, mark, person_id, reason, flagged_by, flagged_at)
      values (${id}, ${caseId}, 'phone', 'abc', ${flagged.personId}, 'as told', 'operator:Ana', now())`.execute(db);
    await sql`insert into fraud_flag_known (flag_id, person_id, known_by, known_at)
      values (${id}, ${known.personId}, 'operator:Luis', now())`.execute(db);
    const ids = (await peopleOf({ table: 'fraud_flag_known' })).map(({ personId }) => personId);
    expect(ids).toEqual(expect.arrayContaining([flagged.personId, known.personId]));
  });

  test.each(Object.entries(DATA_CLASSES))('%s: whoever it is about is found', async (table, levels) => {
    const ofColleagues = /^(?:colleague(?:_\w+)?|staff_challenge|desk_page|vault_check)$/;
    const isPersonal = 'personal' in levels || 'sealed' in levels;
    expect(await holdsPeople(lending.db.kysely, table)).toBe(
      (isPersonal && !ofColleagues.test(table)) || ['settlement', 'settlement_line'].includes(table),
    );
  });
});

describe('a span', () => {
  test('has whoever something was written or changed of on its days, and nobody for what jobs write each night', async () => {
    const before = await aDebtor(lending);
    lending.clock.moveTo('2026-02-03');
    const during = await aDebtor(lending);
    lending.clock.moveTo('2026-02-05');
    const found = await peopleOf({ from: '2026-02-03', to: '2026-02-03' });
    const ids = found.map(({ personId }) => personId);
    expect(ids).toContain(during.personId);
    expect(ids).not.toContain(before.personId);
    const row = found.find(({ personId }) => personId === during.personId);
    expect(row?.tables.split(', ')).toEqual(expect.arrayContaining(['disbursement_order', 'person']));
    expect(row?.tables).not.toMatch(/journal|job_run/);
    expect([row?.firstAt?.slice(0, 10), row?.lastAt?.slice(0, 10)]).toEqual(['2026-02-03', '2026-02-03']);
  });

  test('limits a table too', async () => {
    const { personId } = await aDebtor(lending);
    expect(await peopleOf({ table: 'journal', to: '2025-12-31' })).toEqual([]);
    expect(await peopleOf({ table: 'posting', to: '2025-12-31' })).toEqual([]);
    const books = (await peopleOf({ table: 'posting' })).filter((row) => row.personId === personId);
    expect(books).toMatchObject([{ tables: 'posting', firstAt: expect.stringMatching(/^2026-/) }]);
  });
});

test('a copy of the database has everybody, complainants without an account too', async () => {
  const { personId } = await aDebtor(lending);
  await file(lending, aComplaint());
  const found = await peopleOf({ folder: 'backup' });
  expect(found.map((row) => row.personId ?? row.tables)).toEqual(expect.arrayContaining([personId, 'complaint']));
  expect(found.find((row) => row.personId === personId)?.tables).toContain('journal');
});

test('the files of the bank have whose money was ordered in one, and nobody else', async () => {
  const inFile = await aSigner(signing);
  const folder = await mkdtemp(join(tmpdir(), 'touched-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const payout = bankFilePayout({ ...bankDirs(folder), inBatches: true, quietMs: 0 });
  const openDestination = openDestinations(signing.db.kysely, signing.vault);
  expect(await makeBatch({ ...scoringContext(signing), openDestination, payout }, 'Ana')).toMatchObject({
    kind: 'made',
  });
  await aSigner(signing);
  const { body } = await touched({ folder: 'bank', from: '2026-01-15' }, signing);
  expect(body.people.map(({ personId, tables }) => [personId, tables])).toEqual([
    [inFile.personId, 'payout_batch_item'],
  ]);
  expect((await touched({ folder: 'bank', to: '2026-01-14' }, signing)).body.people).toEqual([]);
});

describe('400', () => {
  test.each([
    ['nothing', {}, 'required'],
    ['a table that does not exist', { table: 'nowhere' }, 'unknown'],
    ['a table without people', { table: 'parameter' }, 'unknown'],
    ['a table in other signs', { table: 'loan; drop' }, 'invalid'],
    ['a folder that is none of them', { folder: 'etc' }, 'not_allowed'],
    ['a table and a folder', { table: 'loan', folder: 'bank' }, 'not_allowed'],
    ['days the wrong way round', { from: '2026-02-02', to: '2026-02-01' }, 'out_of_range'],
  ])('%s', async (_, query, code) => {
    const { status, body } = await touched(query);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(code)]);
  });
});

test('that somebody looked is on record, with what was asked for and how many were shown', async () => {
  await touched({ table: 'voucher' });
  const look = await lending.db.kysely
    .selectFrom('audit')
    .select(['action', 'after'])
    .where('action', '=', 'data-requests.touched')
    .orderBy('position', 'desc')
    .executeTakeFirst();
  expect(look).toEqual({ action: 'data-requests.touched', after: { table: 'voucher', shown: 0, of: 0 } });
});
