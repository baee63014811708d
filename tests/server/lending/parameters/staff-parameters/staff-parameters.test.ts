import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { getProductSettings } from '#api/endpoints/applications/get-product-settings.ts';
import { SEED_PARAMETERS, seedParameters } from '#server/lending/parameters/seed-parameters.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { STAFF_HOLIDAYS_PATH, STAFF_PARAMETERS_PATH } from '#server/lending/parameters/staff-parameters.ts';
import { readAudit, verifyAudit } from '#server/lending/staff/audit-store.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const as = operatorOf(() => lending.app);
// Prices without the planned end of the launch discount, around which every change of these tests would have to fit.
beforeEach(async () => {
  await sql`truncate parameter, parameter_proposal`.execute(lending.db.kysely);
  const prices = SEED_PARAMETERS.filter(({ kind, validFrom }) => kind === 'price' && validFrom === '2026-01-01');
  await seedParameters(
    lending.db.kysely,
    prices.map((price) => ({ ...price, validTo: null })),
  );
  await seedParameters(lending.db.kysely);
});
const REASON = 'The central bank has published it.';

const PRICE = {
  teaPercent: '100.00',
  fees: [{ name: 'techFee', kind: 'flat', netCents: 1500, discountCents: 300 }],
};
const propose = (change: object, name = 'Ana') =>
  as(name, STAFF_PARAMETERS_PATH, {
    kind: 'price',
    key: '1',
    value: PRICE,
    validFrom: '2026-02-01',
    reason: REASON,
    ...change,
  });
const decide = (name: string, id: unknown, what: 'approve' | 'reject') =>
  as(name, `${STAFF_PARAMETERS_PATH}/${id}/${what}`, {});

async function approved(change: object): Promise<void> {
  const { body } = await propose(change);
  expect((await decide('Luis', body['id'], 'approve')).status).toBe(200);
}

async function teaOn(date: string): Promise<number> {
  lending.clock.moveTo(date);
  const answer = await callEndpoint(lending, getProductSettings, { query: { sequence: '1' } });
  return acceptedBody(answer).singlePayProduct.pricing.tea;
}

test('a price is proposed by one, approved by another, and in force from its day on', async () => {
  const { status, body } = await propose({});
  expect(status).toBe(201);
  expect(await teaOn('2026-02-01')).toBe(110);
  lending.clock.moveTo('2026-01-15');
  expect((await decide('Luis', body['id'], 'approve')).body).toEqual({ status: 'APPROVED' });
  expect([await teaOn('2026-01-31'), await teaOn('2026-02-01')]).toEqual([110, 100]);
  const audit = await readAudit(lending.db.kysely, 'parameter:price/1');
  expect(audit.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    'operator:Ana parameter.propose',
    'operator:Luis parameter.approve',
  ]);
  expect(audit[1]).toMatchObject({ before: { teaPercent: '110.00' }, after: { value: PRICE, proposedBy: 'Ana' } });
  expect((await verifyAudit(lending.db.kysely)).kind).toBe('intact');
});

test('a price for a time gives way to the one before it', async () => {
  await approved({ validTo: '2026-02-28' });
  expect([await teaOn('2026-02-28'), await teaOn('2026-03-01')]).toEqual([100, 110]);
});

test('what somebody proposed who is locked since is not approved: it is rejected and proposed again', async () => {
  const { body } = await propose({}, 'Eva');
  expect((await as('Rosa', '/api/v1/staff/colleagues/Eva/lock', { reason: 'A stolen computer.' })).status).toBe(200);
  expect((await decide('Luis', body['id'], 'approve')).body.error?.code).toBe('four_eyes');
  expect(await teaOn('2026-02-01')).toBe(110);
  lending.clock.moveTo('2026-01-15');
  expect((await decide('Luis', body['id'], 'reject')).body).toEqual({ status: 'REJECTED' });
  await approved({});
});

test('nobody approves what they proposed, however they spell their login', { tags: 'asvs-8.1.2' }, async () => {
  const { body } = await propose({}, 'Ana');
  for (const name of ['Ana', 'ANA'])
    expect((await decide(name, body['id'], 'approve')).body.error?.code).toBe('four_eyes');
  expect(await teaOn('2026-02-01')).toBe(110);
});

test('not even by hand in the database', async () => {
  const { body } = await propose({}, 'Ana');
  const byHand = lending.db.kysely
    .updateTable('parameter_proposal')
    .set({ status: 'APPROVED', decided_by: 'Luis', decided_at: new Date() })
    .where('id', '=', String(body['id']));
  const { id } = await aColleague(lending.db, 'Ana');
  await expect(byHand.execute()).rejects.toThrow('decided by an account');
  await expect(byHand.set({ decider_id: id }).execute()).rejects.toThrow('two_accounts');
});

test('a proposal is decided once; one that was dropped stays dropped', async () => {
  const { body } = await propose({});
  expect((await decide('Ana', body['id'], 'reject')).body).toEqual({ status: 'REJECTED' });
  expect((await decide('Luis', body['id'], 'approve')).body.error?.code).toBe('proposal_decided');
  expect((await decide('Luis', '0190a1b2-0000-7000-8000-00000000dead', 'approve')).status).toBe(404);
  expect((await decide('Luis', 'nonsense', 'approve')).status).toBe(404);
});

test('what is in force, what is planned and what waits are listed', async () => {
  await approved({});
  await propose({ kind: 'igv', key: 'general', value: { percent: '19.00' }, validFrom: '2026-03-01' });
  const { body } = await as('Ana', STAFF_PARAMETERS_PATH);
  const parameters = body['parameters'] as { kind: string; key: string; validFrom: string }[];
  expect(
    parameters.filter(({ kind, key }) => kind === 'price' && key === '1').map(({ validFrom }) => validFrom),
  ).toEqual(['2026-01-01', '2026-02-01']);
  expect(body['proposals']).toMatchObject([{ kind: 'igv', proposedBy: 'Ana', reason: REASON }]);
});

test('a cap is loaded by two accounts for days before today too, where there was none', async () => {
  lending.clock.moveTo('2026-06-10');
  const cap = { kind: 'rate_cap', key: 'consumer', value: { percent: '112.00' }, validTo: '2026-10-31' };
  expect((await propose({ ...cap, validFrom: '2026-04-30' })).body.error?.message).toContain('was in force then');
  await approved({ ...cap, validFrom: '2026-05-01' });
  const rows = await lending.db.kysely
    .selectFrom('parameter')
    .select(['valid_from', 'approved_by'])
    .where('kind', '=', 'rate_cap')
    .where('valid_from', '>=', '2026-04-30')
    .execute();
  expect(rows).toEqual([{ valid_from: '2026-05-01', approved_by: 'Luis' }]);
  expect((await propose({ ...cap, validFrom: '2026-05-01' })).body.error?.code).toBe('parameter_refused');
});

describe('refused with its reason:', () => {
  test.each([
    ['a rate above the cap', { value: { ...PRICE, teaPercent: '120.00' } }, 'TEA 120 % is above the cap'],
    ['a rate as a number', { value: { ...PRICE, teaPercent: 110 } }, 'teaPercent'],
    [
      'a fee its product cannot charge',
      { value: { ...PRICE, fees: [{ ...PRICE.fees[0], kind: 'spread' }] } },
      'cannot charge',
    ],
    ['a product without a price', { kind: 'product', key: '13', value: product() }, 'No parameter: price 13'],
    [
      'a product whose default is off the step',
      { kind: 'product', key: '1', value: { ...product(), defaultAmount: 320 } },
      'not on a step',
    ],
    ['an unknown kind', { kind: 'weather', key: '1', value: {} }, 'a parameter is one of'],
    ['an unknown key', { kind: 'igv', key: 'special', value: { percent: '18.00' } }, 'its key is general'],
    ['a policy that is none', { kind: 'policy', key: 'weather', value: {} }, 'a policy is one of'],
    [
      'a policy that contradicts itself',
      { kind: 'policy', key: 'extension', value: { ...(SEED_POLICIES.extension as object), termOptions: [7, 21] } },
      'no fee for 21 days',
    ],
    ['a limit of nothing', { kind: 'rate_limit', key: 'public-offer', value: { perMinute: 0, burst: 1 } }, 'perMinute'],
    ['a day that is past', { validFrom: '2026-01-14' }, 'begin in the past'],
    ['an end before the beginning', { validFrom: '2026-03-01', validTo: '2026-02-01' }, 'end before it begins'],
  ])('%s', async (_, change, reason) => {
    const { status, body } = await propose(change);
    expect([status, body.error?.code]).toEqual([409, 'parameter_refused']);
    expect(body.error?.message).toContain(reason);
    expect((await as('Ana', STAFF_PARAMETERS_PATH)).body['proposals']).toEqual([]);
  });

  test('never a cap for the prices it finds: they are closed', async () => {
    await approved({ kind: 'rate_cap', key: 'consumer', value: { percent: '90.00' } });
    const fees = [{ name: 'techFee', kind: 'perInstallment', netCents: 400, discountCents: 0 }];
    const dearer = await propose({ key: '12', value: { teaPercent: '90.01', fees } });
    expect(dearer.body.error?.message).toContain('Product 12: TEA 90.01 % is above the cap of 90 %');
    expect((await propose({ key: '12', value: { teaPercent: '90.00', fees } })).status).toBe(201);
    expect((await propose({ key: '1', value: { ...PRICE, teaPercent: '105.00' } })).status).toBe(201);
  });

  test('a value over one that is planned already', async () => {
    await approved({ validFrom: '2026-03-01' });
    expect((await propose({ validFrom: '2026-02-01' })).body.error?.message).toContain(
      'another value begins on 2026-03-01',
    );
    expect((await propose({ validFrom: '2026-02-01', validTo: '2026-02-28' })).status).toBe(201);
  });

  test('what was fine when it was proposed and is not any more', async () => {
    const late = await propose({});
    const dear = await propose({ value: { ...PRICE, teaPercent: '113.00' }, validFrom: '2026-03-01' });
    await approved({
      kind: 'rate_cap',
      key: 'consumer',
      value: { percent: '112.00' },
      validFrom: '2026-03-01',
      validTo: '2026-04-30',
    });
    expect((await decide('Luis', dear.body['id'], 'approve')).body.error?.message).toContain('above the cap of 112 %');
    lending.clock.moveTo('2026-02-02');
    expect((await decide('Luis', late.body['id'], 'approve')).body.error?.message).toContain('begin in the past');
  });
});

function product() {
  return {
    productType: 'SINGLE_PAY',
    position: 1,
    minAmount: 100,
    maxAmount: 3000,
    defaultAmount: 300,
    amountStep: 50,
    firstLoanLimit: 500,
    defaultTerm: 30,
    termOptions: [7, 14, 30],
  };
}

test('fields that are wrong are named', async () => {
  const { status, body } = await as('Ana', STAFF_PARAMETERS_PATH, {
    kind: 'igv',
    key: 'general',
    value: {},
    validFrom: '2026-02-30',
    reason: 'short',
  });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('validFrom');
  expect(JSON.stringify(body)).toContain('reason');
});

test('what staff write is kept without characters that are invisible or turn the writing round', async () => {
  const { status, body } = await propose({ reason: `\u202e${REASON}\u200b` });
  expect(status).toBe(201);
  const kept = lending.db.kysely.selectFrom('parameter_proposal').select('reason').where('id', '=', String(body['id']));
  expect((await kept.executeTakeFirst())?.reason).toBe(REASON);
});

test('a holiday is added once, and on record', async () => {
  const holiday = { date: '2028-07-23', name: 'Día de la Fuerza Aérea' };
  expect((await as('Ana', STAFF_HOLIDAYS_PATH, holiday)).status).toBe(201);
  expect((await as('Ana', STAFF_HOLIDAYS_PATH, holiday)).body.error?.code).toBe('holiday_known');
  expect(await readAudit(lending.db.kysely, 'holiday:2028-07-23')).toMatchObject([
    { action: 'holiday.add', actor: 'operator:Ana' },
  ]);
  expect((await as('Ana', STAFF_HOLIDAYS_PATH, { date: '2028-02-30', name: 'x' })).status).toBe(400);
});

test('a holiday of today or before is refused: the loans have been booked by the days as they were', async () => {
  for (const date of ['2026-01-14', lending.clock.businessDate()]) {
    const { status, body } = await as('Ana', STAFF_HOLIDAYS_PATH, { date, name: 'Feriado' });
    expect([status, body.error]).toMatchObject([400, { fieldErrors: [{ field: 'date', code: 'past' }] }]);
  }
  expect((await as('Ana', STAFF_HOLIDAYS_PATH, { date: '2026-01-16', name: 'Feriado' })).status).toBe(201);
});

test('who is not signed in sees nothing', async () => {
  for (const path of [STAFF_PARAMETERS_PATH, STAFF_HOLIDAYS_PATH]) {
    expect((await lending.app.request(path, { method: 'POST' })).status).toBe(401);
  }
});

test('holidays are listed by year with who added each of them and when', async () => {
  expect((await as('Ana', STAFF_HOLIDAYS_PATH, { date: '2029-04-13', name: 'Feriado nuevo' })).status).toBe(201);
  const { body } = await as('Luis', `${STAFF_HOLIDAYS_PATH}?year=2029`);
  expect(body['holidays']).toEqual([
    { date: '2029-04-13', name: 'Feriado nuevo', addedBy: 'Ana', addedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
  const seeded = (await as('Luis', `${STAFF_HOLIDAYS_PATH}?year=2026`)).body['holidays'] as { date: string }[];
  expect(seeded.every(({ date }) => date.startsWith('2026-'))).toBe(true);
  expect(seeded[0]).toMatchObject({ date: '2026-01-01', name: 'Año Nuevo', addedBy: 'seed' });
  expect((await as('Luis', `${STAFF_HOLIDAYS_PATH}?year=26`)).body['holidays']).toEqual([]);
  expect((await as('Luis', `${STAFF_HOLIDAYS_PATH}?year=last`)).status).toBe(400);
  const { headers } = await aColleague(lending.db, 'Luis');
  const cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
  const page = await (await lending.app.request('/desk/holiday', { headers: { cookie } })).text();
  expect(page).toContain('>De fábrica</td>');
  expect(page).toContain('href="/desk/holiday/add"');
});
