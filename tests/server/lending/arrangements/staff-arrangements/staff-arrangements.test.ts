import { describe, expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { getFlexPay } from '#api/endpoints/arrangements/get-flex-pay.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { readLoan } from '#server/lending/loans/store/loan-store.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { readAudit, verifyAudit } from '#server/lending/staff/audit-store.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, type ClientWithLoan, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan, closeThrough, pay, stored } from '#tests/support/loans/loan-service.ts';
import { OPERATOR_TOKEN, staffCall } from '#tests/support/people/operator.ts';

const loans = withClientLoans({ operatorToken: OPERATOR_TOKEN });

async function post(path: string, body: unknown, name = 'Ana Torres', token?: string) {
  const response = await staffCall(loans, `loans/${path}`, body, { name, token });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const code = ({ body }: { body: Record<string, unknown> }) => (body['error'] as { code?: string } | undefined)?.code;
const numberOf = ({ loan }: ClientWithLoan) => loan.loan.number;
const statusOf = async ({ loan }: ClientWithLoan) => (await stored(loans, loan.id)).loan.status;
const REASON = 'Nothing came in for half a year.';

describe('flex pay that staff offer', () => {
  test('opens it to a client who could not have it, for as long as the offer stands', async () => {
    const client = await aClientOn(loans, '2026-02-24');
    const { headers } = client;
    const look = async () => acceptedBody(await callEndpoint(loans, getFlexPay, { headers }));
    expect(await look()).toMatchObject({ eligible: false, reason: 'not_late_enough' });
    expect(await post(`${numberOf(client)}/flex-offer`, { days: 2 })).toEqual({
      status: 200,
      body: { validUntil: '2026-02-26' },
    });
    expect(await look()).toMatchObject({ eligible: true });
    await closeThrough(loans, '2026-02-27');
    expect(await look()).toMatchObject({ eligible: false });
    await post(`${numberOf(client)}/flex-offer`, {});
    const answer = await callEndpoint(loans, activateFlexPay, { headers, body: { acceptTerms: true } });
    expect(answer.status).toBe(200);
    const audit = await readAudit(loans.db.kysely, `loan:${numberOf(client)}`);
    expect(audit.map(({ actor, action }) => [actor, action])).toEqual([
      ['operator:Ana Torres', 'flex.offer'],
      ['operator:Ana Torres', 'flex.offer'],
    ]);
    expect(code(await post(`${numberOf(client)}/flex-offer`, {}))).toBe('not_eligible');
  });

  test('is refused for days nobody keeps an offer open, and for a loan that is not there', async () => {
    const client = await aClientOn(loans, '2026-02-24');
    expect(await post(`${numberOf(client)}/flex-offer`, { days: 91 })).toMatchObject({
      status: 400,
      body: { error: { fieldErrors: [{ field: 'days', code: 'out_of_range' }] } },
    });
    expect((await post('P-2026-9999999/flex-offer', {})).status).toBe(404);
  });
});

describe('a write-off', () => {
  test('takes two people, leaves the debt owed, and what still comes is recovery', { tags: 'asvs-8.1.2' }, async () => {
    const client = await aClientOn(loans, '2026-08-20');
    const path = `${numberOf(client)}/write-off`;
    expect(await post(`${path}/propose`, { reason: REASON })).toEqual({ status: 200, body: { status: 'PROPOSED' } });
    expect(await statusOf(client)).toBe('DEFAULTED');
    expect(code(await post(`${path}/propose`, { reason: REASON }, 'Luis Paz'))).toBe('write_off_proposed');
    expect(code(await post(`${path}/approve`, {}))).toBe('same_operator');
    expect(await statusOf(client)).toBe('DEFAULTED');
    expect(await post(`${path}/approve`, {}, 'Luis Paz')).toEqual({ status: 200, body: { status: 'WRITTEN_OFF' } });
    expect(await statusOf(client)).toBe('WRITTEN_OFF');
    const books = () => readBalances(loans.db.kysely, { loanId: client.loan.id });
    expect(await books()).toMatchObject({ 'loan-principal': 0, 'interest-receivable': 0, 'fees-receivable': 0 });
    // On the day itself it would make the loss smaller; from the next day on it is recovery.
    await closeThrough(loans, '2026-08-21');
    await pay(loans, client.loan.id, 100);
    expect((await books())['recovery-income']).toBe(-10_000);
    const audit = await readAudit(loans.db.kysely, `loan:${numberOf(client)}`);
    expect(audit.map(({ actor, action }) => [actor, action])).toEqual([
      ['operator:Ana Torres', 'write-off.propose'],
      ['operator:Luis Paz', 'write-off.approve'],
    ]);
    expect(await verifyAudit(loans.db.kysely)).toMatchObject({ kind: 'intact' });
  });

  test('that somebody proposed who is locked since is not approved: it is withdrawn and proposed again', async () => {
    const client = await aClientOn(loans, '2026-08-20');
    const path = `${numberOf(client)}/write-off`;
    await post(`${path}/propose`, { reason: REASON }, 'Eva');
    await post('../colleagues/Eva/lock', { reason: 'Has left.' });
    expect(code(await post(`${path}/approve`, {}, 'Luis Paz'))).toBe('four_eyes');
    expect(await statusOf(client)).toBe('DEFAULTED');
    expect((await post(`${path}/withdraw`, {})).body).toEqual({ status: 'WITHDRAWN' });
    expect((await post(`${path}/propose`, { reason: REASON })).status).toBe(200);
    expect((await post(`${path}/approve`, {}, 'Luis Paz')).status).toBe(200);
  });

  test('can be undone: the debt is in the books again as if it had never left', async () => {
    const client = await aClientOn(loans, '2026-08-20');
    const before = await readBalances(loans.db.kysely, { loanId: client.loan.id });
    const path = `${numberOf(client)}/write-off`;
    await post(`${path}/propose`, { reason: REASON });
    await post(`${path}/approve`, {}, 'Luis Paz');
    const reason = 'The client has turned up and pays.';
    expect(await post(`${path}/reverse`, { reason })).toEqual({ status: 200, body: { status: 'DEFAULTED' } });
    expect(await readBalances(loans.db.kysely, { loanId: client.loan.id })).toMatchObject(before);
    expect(code(await post(`${path}/reverse`, { reason }))).toBe('write_off_not_possible');
  });

  test('that was proposed can be withdrawn, and proposed again by the other', async () => {
    const client = await aClientOn(loans, '2026-08-20');
    const path = `${numberOf(client)}/write-off`;
    expect(code(await post(`${path}/withdraw`, {}))).toBe('write_off_not_proposed');
    await post(`${path}/propose`, { reason: REASON });
    expect(await post(`${path}/withdraw`, {})).toEqual({ status: 200, body: { status: 'WITHDRAWN' } });
    expect(code(await post(`${path}/approve`, {}, 'Luis Paz'))).toBe('write_off_not_proposed');
    expect((await post(`${path}/propose`, { reason: REASON }, 'Luis Paz')).status).toBe(200);
    expect((await post(`${path}/approve`, {})).status).toBe(200);
  });

  test('waits in a list for the second person', async () => {
    const client = await aClientOn(loans, '2026-08-20');
    await post(`${numberOf(client)}/write-off/propose`, { reason: REASON });
    const response = await staffCall(loans, 'write-offs');
    const { proposals } = (await response.json()) as { proposals: object[] };
    expect(proposals).toContainEqual({
      number: numberOf(client),
      reason: REASON,
      proposedBy: 'Ana Torres',
      proposedAt: '2026-08-20T17:00:00.000Z',
    });
  });

  test('is not for a debt that is not in default for more than 180 days, nor without a reason', async () => {
    const client = await aClientOn(loans, '2026-05-20');
    const path = `${numberOf(client)}/write-off`;
    expect(code(await post(`${path}/propose`, { reason: REASON }))).toBe('write_off_not_possible');
    expect((await post(`${path}/propose`, { reason: 'short' })).status).toBe(400);
    expect((await post(`${path}/forget`, {})).status).toBe(404);
    expect((await post('P-2026-9999999/write-off/propose', { reason: REASON })).status).toBe(404);
  });

  test('that became impossible between the two is not done: the debt was paid', async () => {
    const client = await aClientOn(loans, '2026-08-20');
    const path = `${numberOf(client)}/write-off`;
    await post(`${path}/propose`, { reason: REASON });
    await pay(loans, client.loan.id, 2000);
    expect(code(await post(`${path}/approve`, {}, 'Luis Paz'))).toBe('write_off_not_possible');
    expect(await statusOf(client)).toBe('PAID');
  });
});

describe('a loan whose money is on its way', () => {
  const signed = async () => (await anOriginatedLoan(loans)).loan.number;
  const atTheBank = async () => {
    loans.bank.mode = 'lost';
    const number = await signed();
    await dispatchDisbursements(loans.context);
    return number;
  };
  const failed = async () => {
    loans.bank.mode = 'rejects';
    const number = await signed();
    await dispatchDisbursements(loans.context);
    return number;
  };

  test.each([
    ['that was signed', 'ORIGINATED', signed, 'loan_money_on_its_way'],
    ['that the bank has not answered about', 'DISBURSING', atTheBank, 'loan_money_on_its_way'],
    ['whose account the bank refused', 'DISBURSMENT_FAILED', failed, 'write_off_not_possible'],
  ])('%s is not written off, and staff read why', async (_, status, make, why) => {
    const number = await make();
    expect((await readLoan(loans.db.kysely, { number }))?.loan.status).toBe(status);
    expect(code(await post(`${number}/write-off/propose`, { reason: REASON }))).toBe(why);
    for (const [path, body] of [
      ['write-off/approve', {}],
      ['write-off/withdraw', {}],
      ['write-off/reverse', { reason: REASON }],
      ['flex-offer', { days: 2 }],
    ] as const) {
      expect([path, (await post(`${number}/${path}`, body)).status]).toEqual([path, 409]);
    }
  });
});

test('no caller without the token gets anywhere near', async () => {
  const client = await aClientOn(loans, '2026-08-20');
  for (const path of ['flex-offer', 'write-off/propose']) {
    expect((await post(`${numberOf(client)}/${path}`, { reason: REASON }, 'Ana', 'wrong')).status).toBe(401);
  }
  expect((await loans.app.request('/api/v1/staff/write-offs')).status).toBe(401);
});
