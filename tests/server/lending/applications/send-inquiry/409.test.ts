import { expect, test } from 'vitest';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { anApplicant, aSigner, detailsOf, EX1_INQUIRY, payOut } from '#tests/support/applications/applicant.ts';
import { setTheCap } from '#tests/support/database/database.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
const inquire = (headers: Record<string, string>) => callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY });

test('beside an open application there is no second one: the answer leads on with the first', async () => {
  const { headers } = await anApplicant(lending, 'FINANCIAL');
  expect(detailsOf(await inquire(headers))).toEqual({
    code: 'application_exists',
    details: { nextScreen: { name: 'application-financial' } },
  });
});

test('many at once make one application', async () => {
  const { headers, personId } = await aBorrower(lending);
  const answers = await Promise.all(Array.from({ length: 5 }, () => inquire(headers)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  const rows = await lending.db.kysely
    .selectFrom('application')
    .select('id')
    .where('person_id', '=', personId)
    .execute();
  expect(rows.length).toBe(1);
});

test('beside a loan that is not paid there is none', async () => {
  const applicant = await aSigner(lending);
  await payOut(lending);
  expect(detailsOf(await inquire(applicant.headers)).code).toBe('active_loan');
});

test('after a rejection there is a day from which it may be tried again', { tags: 'promise-a-refusal' }, async () => {
  const { headers } = await anApplicant(lending, 'REJECTED', { financial: { monthlyIncome: 300, monthlyExpenses: 0 } });
  expect(detailsOf(await inquire(headers))).toEqual({
    code: 'reapply_later',
    details: { canReapplyAt: '2026-01-30' },
  });
  lending.clock.moveTo('2026-01-30');
  expect((await inquire(headers)).status).toBe(201);
});

test('without prices of the day nobody can apply', async () => {
  const { headers } = await aBorrower(lending);
  lending.clock.moveTo('2026-06-01');
  expect(detailsOf(await inquire(headers)).code).toBe('parameter_missing');
});

test('for a product above the cap of the day nobody can apply, and for another one anybody', async () => {
  const { headers } = await aBorrower(lending);
  await setTheCap(lending.db, '2026-01-15', '90.00');
  expect(detailsOf(await inquire(headers)).code).toBe('rate_above_cap');
  const body = { installmentInquiry: { amount: 1000, term: 12, productId: 12 } };
  expect((await callEndpoint(lending, sendInquiry, { headers, body })).status).toBe(201);
});
