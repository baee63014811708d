import { describe, expect, test } from 'vitest';
import { STAFF_CONTACT_PATH } from '#server/lending/loans/staff-contact.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { createPerson } from '#server/lending/people/store/person-store.ts';
import { readPersonData } from '#server/lending/privacy/data-export-store.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { EX1_TERMS } from '#tests/support/loan/loans.ts';
import { withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aLoan, closeThrough } from '#tests/support/loans/loan-service.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';
import { testVault } from '#tests/support/people/vault.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';
import { atDesk, deskLinks } from '#tests/support/staff/desk-session.ts';

const service = withClientLoans({ operatorToken: OPERATOR_TOKEN });
const as = operatorOf(() => service.app);
const LATE = '2026-02-24';
const NOTE = 'Su hermano le presta el viernes.';

let people = 0;
/** A client called on 24/02/2026, ten days late: what came of it is not on record yet. */
async function aCalledClient(day = LATE) {
  people += 1;
  service.clock.moveTo('2026-01-15');
  const documentNumber = String(45_680_000 + people);
  const person = { documentType: 'DNI', documentNumber, firstName: 'Rosa', phone: '+51987654321' } as const;
  const { personId } = await createPerson(service.db.kysely, testVault(), person, service.clock.now());
  const { number } = (await aLoan(service, EX1_TERMS, personId)).loan;
  await closeThrough(service, day);
  const called = await as('Ana', `${STAFF_CONTACT_PATH}/${number}/attempts`, { channel: 'CALL' });
  expect(called.status).toBe(201);
  const attempt = String(called.body['id']);
  const record = (body: object, by = 'Ana', id = attempt) =>
    as(by, `${STAFF_CONTACT_PATH}/${number}/attempts/${id}/outcome`, body);
  const show = async () => (await as('Ana', `${STAFF_CONTACT_PATH}/${number}`)).body;
  return { personId, number, attempt, record, show };
}

describe('201', () => {
  test.each(['NO_ANSWER', 'REFUSES', 'WRONG_NUMBER'])('%s is on record with its contact', async (outcome) => {
    const { record, show } = await aCalledClient();
    expect((await record({ outcome })).body).toEqual({ outcome, promise: null });
    expect((await show())['contacts']).toMatchObject([{ outcome, note: null, promised: null }]);
  });

  test('a promise is made with its contact, and a note; the audit has neither amount nor words', async () => {
    const { number, attempt, record, show } = await aCalledClient();
    const body = { outcome: 'PROMISED', amount: 150.5, date: '2026-02-28', note: `  ${NOTE}\n` };
    expect(await record(body)).toMatchObject({
      status: 201,
      body: { outcome: 'PROMISED', promise: { amount: 150.5, date: '2026-02-28' } },
    });
    expect(await show()).toMatchObject({
      promise: { amount: 150.5, date: '2026-02-28', madeOn: LATE },
      contacts: [{ outcome: 'PROMISED', note: NOTE, promised: 150.5, promisedFor: '2026-02-28' }],
    });
    const [last] = (await readAudit(service.db.kysely, `loan:${number}`)).slice(-1);
    expect(last).toMatchObject({ action: 'contact.outcome', actor: 'operator:Ana' });
    expect(last?.after).toEqual({ attempt, outcome: 'PROMISED', promise: expect.any(String) });
  });

  test('the client finds it in the export of their data; the database has the words sealed', async () => {
    const { personId, record } = await aCalledClient();
    await record({ outcome: 'PROMISED', amount: 100, date: '2026-02-28', note: NOTE });
    const { db, clock } = service;
    const seal = await personSeal(db.kysely, testVault(), personId);
    const exported = await readPersonData(db.kysely, { vault: testVault(), seal }, personId, clock.now());
    expect(exported?.data['contacts']).toMatchObject([{ outcome: 'PROMISED', note: NOTE, promisedCents: 10_000 }]);
    expect(exported?.data['paymentPromises']).toMatchObject([{ amountCents: 10_000, dueOn: '2026-02-28' }]);
    const rows = await db.kysely.selectFrom('contact_outcome').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('hermano');
  });
});

test('at the desk a call leads to its outcome, and that to the next client who may be called', async () => {
  const { number: other } = await aCalledClient();
  const { number, attempt } = await aCalledClient();
  await closeThrough(service, '2026-02-25');
  const ana = await atDesk(service, 'Ana', ['collections']);
  const called = await ana.send('/desk/contact/log', { loan: other, channel: 'CALL' });
  expect(called.text).toContain('+51987654321');
  const outcome = deskLinks(called).find((href) => href.startsWith('/desk/contact/outcome'));
  expect(outcome).toMatch(new RegExp(`\\?loan=${other}&attempt=[\\w-]{36}$`));
  const done = await ana.send('/desk/contact/outcome', {
    loan: other,
    attempt: outcome?.slice(-36) ?? '',
    outcome: 'NO_ANSWER',
  });
  const next = /<p class="next"><a[^>]*href="([^"]+)"/.exec(done.text)?.[1];
  expect(next).toBe(`/desk/contact/log?loan=${number}`);
  expect(attempt).not.toBe(outcome?.slice(-36));
});

describe('409', () => {
  test('once for each contact, also by two colleagues at the same moment', async () => {
    const { record, show } = await aCalledClient();
    const answers = await Promise.all([
      record({ outcome: 'NO_ANSWER' }),
      record({ outcome: 'PROMISED', amount: 100, date: '2026-02-28' }, 'Luis'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await record({ outcome: 'REFUSES' })).body.error?.code).toBe('outcome_recorded');
    expect((await show())['contacts']).toHaveLength(1);
  });

  test('a promise about a loan in time: nothing is on record', async () => {
    const { record, show } = await aCalledClient('2026-01-16');
    const refused = await record({ outcome: 'PROMISED', amount: 100, date: '2026-01-20' });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'loan_not_late' } } });
    expect((await show())['contacts']).toMatchObject([{ outcome: 'NOT_RECORDED' }]);
    expect((await record({ outcome: 'REFUSES' })).status).toBe(201);
  });

  test('a second promise while one is open, from another contact', async () => {
    const { number, record } = await aCalledClient();
    await record({ outcome: 'PROMISED', amount: 100, date: '2026-02-28' });
    await closeThrough(service, '2026-02-25');
    const again = await as('Ana', `${STAFF_CONTACT_PATH}/${number}/attempts`, { channel: 'CALL' });
    const other = await record(
      { outcome: 'PROMISED', amount: 110, date: '2026-03-01' },
      'Ana',
      String(again.body['id']),
    );
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'promise_open' } } });
  });
});

describe('400', () => {
  test.each([
    ['a promise without its date', { outcome: 'PROMISED', amount: 100 }, ['date']],
    ['a promise without anything', { outcome: 'PROMISED' }, ['amount', 'date']],
    ['an amount of no promise', { outcome: 'REFUSES', amount: 100 }, ['amount']],
    ['a date that is too far', { outcome: 'PROMISED', amount: 100, date: '2026-03-12' }, ['date']],
    ['a thousandth of a sol', { outcome: 'PROMISED', amount: 100.001, date: '2026-02-28' }, ['amount']],
    ['an outcome that is not on the list', { outcome: 'LATER' }, ['outcome']],
    ['an empty note', { outcome: 'REFUSES', note: '  ' }, ['note']],
  ])('%s', async (_, body, fields) => {
    const { record, show } = await aCalledClient();
    const { status, body: answer } = await record(body);
    expect(status).toBe(400);
    const { fieldErrors } = answer.error as unknown as { readonly fieldErrors: readonly { readonly field: string }[] };
    expect(fieldErrors.map(({ field }) => field)).toEqual(fields);
    expect((await show())['contacts']).toMatchObject([{ outcome: 'NOT_RECORDED' }]);
  });
});

test('404: a contact about another loan, or of nobody', async () => {
  const [one, other] = [await aCalledClient(), await aCalledClient()];
  expect((await one.record({ outcome: 'REFUSES' }, 'Ana', other.attempt)).status).toBe(404);
  expect((await one.record({ outcome: 'REFUSES' }, 'Ana', '01890000-0000-7000-8000-000000000001')).status).toBe(404);
});

test('403: support sees what came of a contact and does not record it', async () => {
  const { number, attempt } = await aCalledClient();
  const { headers } = await aColleague(service.db, 'support-only', ['support']);
  const path = `${STAFF_CONTACT_PATH}/${number}`;
  expect((await service.app.request(path, { headers })).status).toBe(200);
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' };
  expect((await service.app.request(`${path}/attempts/${attempt}/outcome`, init)).status).toBe(403);
});

test('what came of a contact stays on record', async () => {
  const { record } = await aCalledClient();
  await record({ outcome: 'REFUSES' });
  await expect(service.db.kysely.deleteFrom('contact_outcome').execute()).rejects.toThrow('append-only');
});
