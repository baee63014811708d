import { expect, test } from 'vitest';
import { writeBookDays } from '#server/lending/portfolio/book-days.ts';
import type { Role } from '#server/lending/staff/colleague.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, asColleague, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

// Noon of 15/01/2026, a Thursday.
const payments = withPayments();
const { parse } = JSON;

async function as(name: string, path: string, body?: object) {
  const answer = await asColleague(payments, name, path, body);
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : parse(text) };
}

/** The status that a colleague with one role gets. */
async function statusFor(role: Role, path: string): Promise<number> {
  const { headers } = await aColleague(payments.db, `one of ${role}`, [role]);
  return (await payments.app.request(`/api/v1/staff/${path}`, { headers })).status;
}

async function actsOn(subject: string): Promise<string[]> {
  const rows = payments.db.kysely.selectFrom('audit').select(['actor', 'action']).where('subject', '=', subject);
  return (await rows.orderBy('id').execute()).map(({ actor, action }) => `${actor} ${action}`);
}

test('parameter reject: what was proposed never comes into force, and its figure may be proposed again', async () => {
  const change = {
    kind: 'igv',
    key: 'general',
    value: { percent: '19.00' },
    validFrom: '2026-02-01',
    reason: 'The law of January raises it.',
  };
  const { id } = (await as('Ana', 'parameters', change)).body;
  expect(await as('Luis', `parameters/${id}/reject`, {})).toEqual({ status: 200, body: { status: 'REJECTED' } });
  expect((await as('Luis', `parameters/${id}/approve`, {})).body.error.code).toBe('proposal_decided');
  expect((await as('Luis', 'parameters/0189aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa/reject', {})).status).toBe(404);
  const { parameters, proposals } = (await as('Ana', 'parameters?kind=igv&key=general')).body;
  expect([parameters.length, proposals]).toEqual([1, []]);
  expect((await as('Ana', 'parameters', change)).status).toBe(201);
});

test('contact resume: one pause ends and another stays; who ended it is on record', async () => {
  const { number } = await aDebtor(payments);
  for (const reason of ['BEREAVEMENT', 'COMPLAINT']) await as('Ana', `contact/${number}/pauses`, { reason });
  const resumed = await as('Luis', `contact/${number}/pauses/close`, { reason: 'COMPLAINT' });
  expect(resumed).toEqual({ status: 200, body: { pauses: ['BEREAVEMENT'] } });
  // A second time it changes nothing.
  expect((await as('Luis', `contact/${number}/pauses/close`, { reason: 'COMPLAINT' })).body).toEqual(resumed.body);
  expect((await as('Ana', `contact/${number}`)).body.mayCallNow).toBe('paused');
  expect((await as('Ana', 'contact/P-2026-9999999/pauses/close', { reason: 'COMPLAINT' })).status).toBe(404);
  expect(await actsOn(`loan:${number}`)).toContain('operator:Luis contact.resume');
});

test('payments ask: money that a client sends by themselves has nobody who could be asked, and waits as before', async () => {
  const debtor = await aDebtor(payments);
  const { id } = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
  const asked = await as('Ana', `payments/${id}/ask`, {});
  expect([asked.status, asked.body]).toEqual([200, { status: 'PENDING_CUSTOMER' }]);
  expect((await as('Ana', 'payments/0189aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa/ask', {})).status).toBe(404);
});

test('collections list: whoever is late, with what they owe and when they may be called, for those who collect', async () => {
  const { number } = await aDebtor(payments);
  await closeThrough(payments.loans, '2026-02-20');
  const { loans } = (await as('Ana', 'portfolio/collections?limit=500')).body;
  expect(loans.map((row: { readonly number: string }) => row.number)).toContain(number);
  const { loans: none } = (await as('Ana', 'portfolio/collections?daysLateFrom=300')).body;
  expect(none).toEqual([]);
  expect(await statusFor('support', 'portfolio/collections')).toBe(403);
  expect(await statusFor('collections', 'portfolio/collections')).toBe(200);
});

test('books history and books losses: a row for each finished day and each month of disbursement, for finance', async () => {
  const { loan } = await aDebtor(payments);
  await closeThrough(payments.loans, '2026-02-14');
  await pay(payments.loans, loan.id, 100);
  await closeThrough(payments.loans, '2026-02-24');
  while ((await writeBookDays(payments.loans.context)) > 0);
  const { days } = (await as('Ana', 'books/history?from=2026-02-14&to=2026-02-15')).body;
  expect(days.map((day: { readonly date: string }) => day.date)).toEqual(['2026-02-15', '2026-02-14']);
  expect(days[1].collected).toBeGreaterThanOrEqual(100);
  const { months } = (await as('Ana', 'books/losses')).body;
  expect(months.at(-1)).toMatchObject({ month: '2026-01', lost: 0 });
  for (const path of ['books/history', 'books/losses'])
    expect([await statusFor('support', path), await statusFor('finance', path)]).toEqual([403, 200]);
});

test('complaints statistics: counts without anybody’s data, for those who answer complaints', async () => {
  const { months, from, to } = (await as('Ana', 'complaints/statistics?from=2026-01-01&to=2026-01-31')).body;
  expect([from, to, months.length]).toEqual(['2026-01-01', '2026-01-31', 1]);
  expect((await as('Ana', 'complaints/statistics?from=2026-02-01&to=2026-01-01')).status).toBe(400);
  expect(await statusFor('finance', 'complaints/statistics')).toBe(403);
});

test('colleagues invite: two administrators make one way in, which ends the earlier one', async () => {
  for (const login of ['one', 'other', 'eva']) await aColleague(payments.db, login);
  const invite = (name: string) => as(name, 'colleagues/eva/invite', { reason: 'A new telephone.' });
  expect((await invite('one')).status).toBe(202);
  // The same account cannot be the second one.
  expect((await invite('one')).status).toBe(409);
  const { status, body } = await invite('other');
  expect([status, typeof body.invitation]).toEqual([201, 'string']);
  expect((await as('one', 'colleagues/nobody/invite', { reason: 'A new telephone.' })).status).toBe(404);
});
