import { beforeEach, describe, expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import { decidePromises, recordLateLoans } from '#server/lending/loans/close-of-business.ts';
import { makePromise } from '#server/lending/loans/promises.ts';
import { STAFF_CONTACT_PATH } from '#server/lending/loans/staff-contact.ts';
import type { StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { STAFF_PORTFOLIO_PATH } from '#server/lending/portfolio/staff-lists.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aLoan, closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const service = withClientLoans({ operatorToken: OPERATOR_TOKEN });
const as = operatorOf(() => service.app);
type Row = Readonly<Record<string, unknown>> & { readonly number: string };

async function list(query = ''): Promise<readonly Row[]> {
  const { body } = await as('Ana', `${STAFF_PORTFOLIO_PATH}/collections${query}`);
  return body['loans'] as readonly Row[];
}
const numbers = async (query?: string) => (await list(query)).map(({ number }) => number);

const promise = (loan: StoredLoan, date: string) =>
  withLoan(service.context, { id: loan.id }, (locked) =>
    makePromise(locked, { amount: 100, date, madeBy: 'client', leastCents: cents(100) }),
  );

/** Late by 12 days, and four by 7: of these one owes less, one has broken a promise and one has an open one. */
async function aPortfolio() {
  const oldest = await aLoan(service);
  service.clock.moveTo('2026-01-20');
  const [dearest, cheapest] = [await aLoan(service), await aLoan(service)];
  const [broken, open] = [await aLoan(service), await aLoan(service)];
  const inTime = await aLoan(service, EX2_TERMS);
  await closeThrough(service, '2026-02-10');
  await pay(service, cheapest.id, 200);
  await pay(service, inTime.id, 700);
  await closeThrough(service, '2026-02-24');
  await promise(broken, '2026-02-25');
  await promise(open, '2026-03-06');
  await closeThrough(service, '2026-02-26');
  await decidePromises(service.context);
  return { oldest, dearest, cheapest, broken, open, inTime };
}

let made: Awaited<ReturnType<typeof aPortfolio>> | undefined;
let loans: NonNullable<typeof made>;
// Made once: every test reads it on the same day.
beforeEach(async () => {
  made ??= await aPortfolio();
  loans = made;
  service.clock.moveTo('2026-02-26');
}, 60_000);

describe('on Thursday 26/02/2026 at noon', () => {
  test('broken promises first, then the longest delay, then the largest amount; who pays in time is not there', async () => {
    const found = await list();
    const rest = found.slice(2).map(({ number }) => number);
    expect(found[0]?.number).toBe(loans.broken.loan.number);
    expect(found[1]?.number).toBe(loans.oldest.loan.number);
    expect(rest.at(-1)).toBe(loans.cheapest.loan.number);
    expect([...rest].sort()).toEqual([loans.dearest, loans.cheapest, loans.open].map(({ loan }) => loan.number).sort());
    expect(JSON.stringify(found)).not.toContain(loans.inTime.loan.number);
  });

  test('days late and the amount are those of the late list, computed from the facts', async () => {
    const { body } = await as('Ana', `${STAFF_PORTFOLIO_PATH}/late-loans`);
    const computed = body['loans'] as readonly Row[];
    const of = (rows: readonly Row[], amount: string) =>
      rows.map((row) => [row.number, row['daysLate'], row[amount]]).sort();
    await recordLateLoans(service.context);
    expect(of(await list(), 'overdue')).toEqual(of(computed, 'due'));
  });

  test('a row says who, what was promised, the last contact and whether the law allows a call now', async () => {
    const { number } = loans.open.loan;
    const called = await as('Ana', `${STAFF_CONTACT_PATH}/${number}/attempts`, { channel: 'CALL' });
    const row = async () => (await list('?promise=OPEN'))[0];
    expect(await row()).toMatchObject({
      number,
      client: expect.any(String),
      status: 'PAST_DUE',
      promise: 'OPEN',
      promised: 100,
      promisedFor: '2026-03-06',
      lastContact: called.body['id'],
      outcome: 'NOT_RECORDED',
      mayBeCalled: 'no',
      why: 'daily-limit',
      callOn: '2026-02-27',
      callFrom: '07:00',
    });
    await as('Ana', `${STAFF_CONTACT_PATH}/${number}/attempts/${called.body['id']}/outcome`, { outcome: 'NO_ANSWER' });
    expect(await row()).toMatchObject({ outcome: 'NO_ANSWER' });
    expect((await list('?promise=BROKEN'))[0]).toMatchObject({
      outcome: 'NOT_CONTACTED',
      mayBeCalled: 'yes',
      why: null,
    });
  });

  test('the desk has no column of what only its links need; the file has all', async () => {
    const { headers } = await aColleague(service.db, 'ana');
    const cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
    const asked = { headers: { cookie, 'sec-fetch-site': 'same-origin', 'accept-language': 'en' } };
    const page = await (await service.app.request('/desk/collections/list', asked)).text();
    const columns = [...page.matchAll(/<th scope="col"[^>]*><span>([^<]*)<\/span>/g)].map(([, words]) => words);
    expect(columns).toHaveLength(11);
    // The name is the link to the client: the id is in its address alone.
    const id = loans.open.personId;
    expect(page).toContain(`<a href="/desk/person/show?personId=${id}">`);
    expect(page.replaceAll(/href="[^"]*"/g, '')).not.toContain(id);
    const file = await service.app.request(`${STAFF_PORTFOLIO_PATH}/collections`, {
      headers: { ...headers, accept: 'text/csv' },
    });
    expect((await file.text()).split('\r\n')[0]?.split(';')).toHaveLength(17);
  });

  test.each([
    ['?promise=BROKEN', () => [loans.broken]],
    ['?promise=BROKEN,OPEN', () => [loans.broken, loans.open]],
    ['?outcome=NO_ANSWER', () => [loans.open]],
    ['?outcome=NO_ANSWER&promise=NOT_PROMISED', () => []],
    ['?daysLateFrom=8', () => [loans.oldest]],
    ['?daysLateTo=7&promise=OPEN', () => [loans.open]],
    ['?outcome=REFUSES', () => []],
  ])('%s', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected().map(({ loan }) => loan.number));
  });

  test('page by page, each is there once and in the same order; the whole file has as many', async () => {
    const seen: string[] = [];
    for (let query = '?limit=2', pages = 0; query !== '' && pages < 10; pages += 1) {
      const { body } = await as('Ana', `${STAFF_PORTFOLIO_PATH}/collections${query}`);
      seen.push(...(body['loans'] as readonly Row[]).map(({ number }) => number));
      query = body['next'] === null ? '' : `?limit=2&cursor=${body['next']}`;
    }
    expect(seen).toEqual(await numbers());
    expect(seen).toHaveLength(5);
  });

  test('a filter that is not known is refused', async () => {
    expect((await as('Ana', `${STAFF_PORTFOLIO_PATH}/collections?outcome=LATER`)).status).toBe(400);
    expect((await as('Ana', `${STAFF_PORTFOLIO_PATH}/collections?cursor=1`)).status).toBe(400);
  });
});

test('who pays leaves the list at once', async () => {
  await pay(service, loans.cheapest.id, 600);
  expect(await numbers()).not.toContain(loans.cheapest.loan.number);
});

test('what is overdue grows with each night, and a row that a payment has written is not older than its day', async () => {
  const before = (await list('?promise=BROKEN'))[0];
  await closeThrough(service, '2026-02-27');
  await recordLateLoans(service.context);
  const after = (await list('?promise=BROKEN'))[0];
  expect(after?.['daysLate']).toBe(Number(before?.['daysLate']) + 1);
  expect(after?.['overdue']).toBeGreaterThan(Number(before?.['overdue']));
  expect(await recordLateLoans(service.context)).toBe(0);
});
