import { describe, expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { getTrustLevel } from '#api/endpoints/loans/get-trust-level.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import {
  anApplicant,
  aRepeatClient,
  aSigner,
  detailsOf,
  EX1_INQUIRY,
  payOut,
} from '#tests/support/applications/applicant.ts';
import { changeParameter, setTheCap } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { trusted } from '#tests/support/loans/client-loans.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('201', () => {
  const inquire = (headers: Record<string, string>, body: unknown) =>
    callEndpoint(lending, sendInquiry, { headers, body });

  test('a new client applies and is asked who they are', { tags: 'spec-7.7' }, async () => {
    const { headers } = await aBorrower(lending);
    const body = acceptedBody(await inquire(headers, EX1_INQUIRY));
    expect(body).toMatchObject({
      status: 'DRAFT',
      stage: 'PERSONAL',
      version: 1,
      nextScreen: { name: 'application-personal' },
      selection: { productType: 'SINGLE_PAY', productId: 1, amount: 500, term: 30 },
      adjusted: [],
    });
    expect(body.reference).toMatch(/^SOL-2026-\d{7}$/);
  });

  test('an amount above a first loan becomes the highest of a first loan, and the client is told', async () => {
    const { headers } = await aBorrower(lending);
    const body = acceptedBody(await inquire(headers, { singlePayInquiry: { amount: 800, term: 14, productId: 1 } }));
    expect(body.selection.amount).toBe(500);
    expect(body.adjusted).toEqual([{ field: 'amount', from: 800, to: 500, reason: 'first_loan_limit' }]);
  });

  test('a client gets the amount that their level says, whatever its points were given for', async () => {
    const client = await aRepeatClient(lending);
    const { headers } = client;
    await trusted(lending, client.personId);
    const level = acceptedBody(await callEndpoint(lending, getTrustLevel, { headers }));
    expect(level).toMatchObject({ level: 3, points: 50, benefits: [{ code: 'MAX_SINGLE_PAY', value: 1200 }] });
    const body = acceptedBody(await inquire(headers, { singlePayInquiry: { amount: 1200, term: 30, productId: 1 } }));
    expect(body).toMatchObject({ selection: { amount: 1200 }, adjusted: [] });
  });

  test('only the allow-listed parameters of the link are kept, and the device is sealed with the client’s key', {
    tags: 'spec-7.7',
  }, async () => {
    const { headers, personId } = await aBorrower(lending);
    await inquire(headers, {
      ...EX1_INQUIRY,
      webQueryParams: { utm_source: 'radio', token: 'secret' },
      deviceData: { os: 'Android' },
    });
    const row = await lending.db.kysely.selectFrom('application').selectAll().orderBy('id', 'desc').executeTakeFirst();
    expect(row?.marketing).toEqual({ utm_source: 'radio' });
    const seal = await personSeal(lending.db.kysely, lending.vault, personId);
    const sealed = String(row?.device);
    expect(JSON.parse(seal.open(sealed, { table: 'application', column: 'device', id: row?.id ?? '' }))).toEqual({
      os: 'Android',
    });
    expect(() => lending.vault.open(sealed, { table: 'application', column: 'device', id: row?.id ?? '' })).toThrow();
  });

  test('a client who has paid a loan, and whose data are fresh, is asked for the device check alone', async () => {
    const client = await aRepeatClient(lending);
    const body = acceptedBody(await inquire(client.headers, EX1_INQUIRY));
    expect(body).toMatchObject({ stage: 'DEVICE', nextScreen: { name: 'application-iov' } });
  });

  test('a client whose data are older than 180 days finds them in the form, to be confirmed', async () => {
    const client = await aRepeatClient(lending);
    const cap = { kind: 'rate_cap', key: 'consumer', from: '2026-05-01', value: { percent: '113.16' } };
    await changeParameter(lending.db, cap);
    lending.clock.moveTo('2026-09-01');
    const body = acceptedBody(await inquire(client.headers, EX1_INQUIRY));
    expect(body.stage).toBe('PERSONAL');
    const { steps } = acceptedBody(await callEndpoint(lending, getApplication, { headers: client.headers }));
    expect(steps.personal).toMatchObject({ data: null, draft: { firstName: 'Ana Lucía' } });
    expect(steps.financial.draft).toMatchObject({ monthlyIncome: 2500 });
  });

  test('the same key twice is one application and one answer', async () => {
    const { headers } = await aBorrower(lending);
    const withKey = { ...headers, 'Idempotency-Key': 'inquiry-0001' };
    const first = await inquire(withKey, EX1_INQUIRY);
    const second = await inquire(withKey, EX1_INQUIRY);
    expect(acceptedBody(second)).toEqual(acceptedBody(first));
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
  });

  test('who told us enough for S/ 500 and asks for more begins at the form, with what we know in it', async () => {
    const personal = { referrals: undefined, residenceStatus: undefined };
    const client = await aRepeatClient(lending, { personal });
    const more = { installmentInquiry: { amount: 1_000, term: 3, productId: 11 } };
    const body = acceptedBody(await inquire(client.headers, more));
    expect(body).toMatchObject({ stage: 'PERSONAL', nextScreen: { name: 'application-personal' } });
    const { steps } = acceptedBody(await callEndpoint(lending, getApplication, { headers: client.headers }));
    expect(steps.personal).toMatchObject({ data: null, draft: { firstName: 'Ana Lucía' } });
  });
});

describe('400', () => {
  test.each([
    [{ singlePayInquiry: { amount: 525, term: 30, productId: 1 } }, ['amount.step']],
    [{ singlePayInquiry: { amount: 50, term: 30, productId: 1 } }, ['amount.out_of_range']],
    [{ singlePayInquiry: { amount: 3050, term: 30, productId: 1 } }, ['amount.out_of_range']],
    [{ singlePayInquiry: { amount: 500, term: 10, productId: 1 } }, ['term.not_allowed']],
    [{ singlePayInquiry: { amount: 500, term: 30, productId: 11 } }, ['productId.unknown']],
    [{ installmentInquiry: { amount: 500, term: 30, productId: 1 } }, ['productId.unknown']],
    [{ ...EX1_INQUIRY, deviceData: { surprise: 1 } }, ['deviceData.surprise.unknown']],
  ])('%j: %j, and nothing was created', async (body, codes) => {
    const { headers, personId } = await aBorrower(lending);
    const answer = await callEndpoint(lending, sendInquiry, { headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
    const rows = await lending.db.kysely
      .selectFrom('application')
      .select('id')
      .where('person_id', '=', personId)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('409', () => {
  const inquire = (headers: Record<string, string>) =>
    callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY });

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
    const { headers } = await anApplicant(lending, 'REJECTED', {
      financial: { monthlyIncome: 300, monthlyExpenses: 0 },
    });
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
});

describe('422', () => {
  test('a key that was used for another amount is a mistake worth telling', async () => {
    const borrower = await aBorrower(lending);
    const headers = { ...borrower.headers, 'Idempotency-Key': 'inquiry-0002' };
    const first = { singlePayInquiry: { amount: 300, term: 30, productId: 1 } };
    expect((await callEndpoint(lending, sendInquiry, { headers, body: first })).status).toBe(201);
    const second = await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY });
    expect(second.status).toBe(422);
  });
});
