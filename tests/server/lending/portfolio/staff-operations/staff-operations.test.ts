import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { createLendingApp } from '#server/lending/app.ts';
import { createSandboxClock, type SandboxClock } from '#server/lending/parameters/sandbox-clock.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { insertContactChange, readPayoutsHeldUntil } from '#server/lending/people/store/contact-change-store.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { verifyAudit } from '#server/lending/staff/audit-store.ts';
import { openTestDatabase } from '#tests/support/database/database.ts';
import { SILENT } from '#tests/support/lending/lending-app.ts';
import { aLoan, aPerson, createLoanService, type LoanService, stored } from '#tests/support/loans/loan-service.ts';
import { OPERATOR_TOKEN, staffCall } from '#tests/support/people/operator.ts';
import { testVault } from '#tests/support/people/vault.ts';
import { withColleagues } from '#tests/support/staff/colleagues.ts';

let db: Database<Tables>;
let clock: SandboxClock;
let service: LoanService;
const NOON = Date.parse('2026-01-15T17:00:00Z');

beforeAll(async () => {
  db = await openTestDatabase();
  clock = await createSandboxClock(db.kysely, () => NOON);
  service = createLoanService(db, '2026-01-15');
});
afterAll(() => db.close());

function app({ sandbox = true, moved = () => undefined }: { sandbox?: boolean; moved?: () => unknown } = {}) {
  const config = { sandbox, production: false, trustedProxies: 0 };
  const options = { db, clock, log: SILENT, config, vault: testVault(), operatorToken: OPERATOR_TOKEN };
  const made = createLendingApp({ ...options, onBusinessDate: () => void moved() });
  return { app: withColleagues(made, db, OPERATOR_TOKEN) };
}

const post = (target: ReturnType<typeof app>, path: string, body: unknown = {}, token?: string) =>
  staffCall(target, `operations${path}`, body, { token });

test('the sandbox lives on to another date: loans are closed, pages are told, the ledger is true, the audit knows who', async () => {
  const { id } = await aLoan(service);
  let told = 0;
  const target = app({ moved: () => (told += 1) });
  const response = await post(target, '/business-date', { days: 40 });
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      businessDate: '2026-02-24',
      closed: 1,
      failed: [],
      steps: {
        voided: 0,
        topUpsExpired: 0,
        extensionsExpired: 0,
        remaindersWaived: 0,
        promisesDecided: 0,
        lateLoansWritten: 1,
        reminded: 1,
        daysWritten: 31,
      },
    },
  ]);
  expect([(await stored(service, id)).loan.status, told]).toEqual(['PAST_DUE', 1]);
  expect([clock.businessDate(), clock.now()]).toEqual(['2026-02-24', NOON]);
  const ledger = await staffCall(target, 'operations/ledger');
  expect(await ledger.json()).toMatchObject({ loans: 1, problems: [] });
  const audit = await db.kysely.selectFrom('audit').select(['actor', 'action', 'subject']).execute();
  expect(audit).toEqual([
    { actor: 'operator:Ana', action: 'business-date.advance', subject: 'business-date:2026-02-24' },
  ]);
  expect(await verifyAudit(db.kysely)).toMatchObject({ kind: 'intact' });
});

test('what waits a day counts after a move of a day, although instants stay real', async () => {
  const personId = await aPerson(service);
  const [id, at, countsAt] = [uuidv7(NOON), new Date(NOON), new Date(NOON + 86_400_000)];
  const passkey = { credential_id: id, public_key: Buffer.from('key'), counter: 0, transports: [], name: 'Chrome' };
  const times = { created_at: at, counts_at: countsAt, last_used_at: null, removed_at: null };
  await db.kysely
    .insertInto('person_passkey')
    .values({ ...passkey, ...times, id, person_id: personId, session_id: null, rp_id: 'localhost', user_handle: 'one' })
    .execute();
  expect((await post(app(), '/business-date', { days: 1 })).status).toBe(200);
  const row = db.kysely.selectFrom('person_passkey').select('counts_at').where('id', '=', id);
  expect((await row.executeTakeFirstOrThrow()).counts_at).toEqual(at);
});

test('an open change of contact or account counts after a move of a day, and holds no payout any more', async () => {
  const [personId, vault] = [await aPerson(service), testVault()];
  const account = { bankId: 'bbva', accountType: 'SAVINGS', cci: '01181400021234567818' };
  const values = { EMAIL: 'nueva@example.pe', PHONE: '+51912000111', BANK_ACCOUNT: JSON.stringify(account) } as const;
  await db.kysely.transaction().execute(async (trx) => {
    const seal = await personSeal(trx, vault, personId);
    for (const kind of ['EMAIL', 'PHONE', 'BANK_ACCOUNT'] as const) {
      const of = { personId, kind, value: values[kind], told: { phones: [], emails: [] }, sessionId: null };
      await insertContactChange(trx, seal, { ...of, lostChannel: null, status: 'PENDING', now: NOON - 60_000 });
    }
  });
  expect(await readPayoutsHeldUntil(db.kysely, personId)).toBeDefined();
  expect((await post(app(), '/business-date', { days: 1 })).status).toBe(200);
  expect(await readPerson(db.kysely, vault, personId)).toMatchObject({ email: values.EMAIL, phone: values.PHONE });
  expect(await readPayoutsHeldUntil(db.kysely, personId)).toBeUndefined();
  // Nothing waits for the account either.
  const rows = await db.kysely
    .selectFrom('bank_account')
    .select('usable_at')
    .where('person_id', '=', personId)
    .execute();
  expect(rows).toEqual([{ usable_at: new Date(NOON) }]);
});

test('another copy of the service learns of the move', async () => {
  const other = await createSandboxClock(db.kysely, () => NOON);
  await clock.advance(1);
  expect(other.businessDate()).not.toBe(clock.businessDate());
  await other.refresh();
  expect(other.businessDate()).toBe(clock.businessDate());
});

test('time does not run backwards, or by a century, or for an unknown caller', async () => {
  for (const days of [0, -1, 401, 1.5, '3']) {
    expect((await post(app(), '/business-date', { days })).status).toBe(400);
  }
  expect((await post(app(), '/business-date', { days: 1 }, 'somebody')).status).toBe(401);
  expect((await post(app({ sandbox: false }), '/business-date', { days: 1 })).status).toBe(404);
  expect((await post(app({ sandbox: false }), '/close-of-business')).status).toBe(200);
});

test('the document of the API, like the desk, knows the move in the sandbox alone', async () => {
  const knows = async (sandbox: boolean) => {
    const { paths } = (await (await staffCall(app({ sandbox }), 'openapi.json')).json()) as { paths: object };
    return Object.keys(paths).some((path) => path.endsWith('/operations/business-date'));
  };
  expect([await knows(true), await knows(false)]).toEqual([true, false]);
});
