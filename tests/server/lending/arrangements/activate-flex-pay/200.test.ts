import { describe, expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, type ClientWithLoan, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { closeThrough, pay, stored } from '#tests/support/loans/loan-service.ts';

const loans = withClientLoans();
const activate = ({ headers }: ClientWithLoan, more: Record<string, string> = {}) =>
  callEndpoint(loans, activateFlexPay, { headers: { ...headers, ...more }, body: { acceptTerms: true } });
const active = async ({ headers }: ClientWithLoan) =>
  acceptedBody(await callEndpoint(loans, getActiveLoan, { headers })).loan;
const into = { kind: 'arrangement' } as const;

test('EX1 sixteen days late goes on flex pay, and nothing more is added', { tags: 'promise-flex-pay' }, async () => {
  const client = await aClientOn(loans, '2026-03-02');
  const { flexId, loan } = acceptedBody(await activate(client));
  expect(loan).toMatchObject({
    status: 'FLEX',
    totalOutstanding: 596.3,
    totalDue: 99.39,
    nextPaymentDate: '2026-04-01',
    maturityDate: '2026-08-29',
    flex: { flexId, status: 'ACTIVE', since: '2026-03-02', balance: 596.3, minMonthly: 99.39, endedOn: null },
  });
  await closeThrough(loans, '2026-03-31');
  expect(await active(client)).toMatchObject({ status: 'FLEX', totalOutstanding: 596.3 });
  const row = await loans.db.kysely.selectFrom('arrangement').selectAll().where('id', '=', flexId).executeTakeFirst();
  expect(row).toMatchObject({ kind: 'flex', payment_channel: null, challenge_id: expect.any(String) });
});

test('whoever pays the rest is done', async () => {
  const client = await aClientOn(loans, '2026-03-02');
  await activate(client);
  await closeThrough(loans, '2026-03-15');
  await pay(loans, client.loan.id, 596.3, { use: into });
  expect((await stored(loans, client.loan.id)).loan.status).toBe('PAID');
});

test('45 days without the minimum and the loan is late again', { tags: 'promise-flex-pay' }, async () => {
  const client = await aClientOn(loans, '2026-03-02');
  await activate(client);
  await closeThrough(loans, '2026-04-15');
  expect(await active(client)).toMatchObject({ status: 'FLEX', flex: { status: 'AT_RISK' } });
  await closeThrough(loans, '2026-04-16');
  expect(await active(client)).toMatchObject({ flex: { status: 'ENDED', endedOn: '2026-04-16', paidSoFar: 0 } });
  expect(['PAST_DUE', 'DEFAULTED']).toContain((await active(client))?.status);
});

describe('activating again', () => {
  test('with the key or without finds the flex pay there is', async () => {
    const client = await aClientOn(loans, '2026-03-02');
    const key = { 'Idempotency-Key': 'flex-key-0001' };
    const answers = [await activate(client, key), await activate(client, key), await activate(client)];
    expect(new Set(answers.map((answer) => acceptedBody(answer).flexId)).size).toBe(1);
    expect(answers[1]?.headers.get('idempotency-replayed')).toBe('true');
    const { facts } = (await stored(loans, client.loan.id)).loan;
    expect(facts.filter(({ kind }) => kind === 'flex')).toHaveLength(1);
  });
});
