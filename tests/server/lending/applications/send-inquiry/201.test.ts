import { expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { getTrustLevel } from '#api/endpoints/loans/get-trust-level.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { aRepeatClient, EX1_INQUIRY } from '#tests/support/applications/applicant.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { trusted } from '#tests/support/loans/client-loans.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
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

test('of the link only the allow-listed parameters are kept, and the device sealed with the key of the client', {
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
