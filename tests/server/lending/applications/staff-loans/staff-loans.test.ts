import { expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { storeDocument } from '#server/lending/documents/document-store.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { setTheCap } from '#tests/support/database/database.ts';
import { trusted, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aPerson, pay, stored, verify } from '#tests/support/loans/loan-service.ts';
import { OPERATOR_TOKEN, staffCall } from '#tests/support/people/operator.ts';
import { testVault } from '#tests/support/people/vault.ts';

const service = withClientLoans({ operatorToken: OPERATOR_TOKEN });
const ACCOUNT = { bankId: '002', cci: '00219100001234567852', holder: 'Rosa Quispe' };
const request = (path: string, body?: unknown, token?: string) => staffCall(service, `loans${path}`, body, { token });

test('an operator originates a loan at the prices of the day; it is paid out, audited, and the account is sealed', async () => {
  const personId = await aPerson(service);
  const order = { personId, productId: 1, amount: 500, term: 30, ...ACCOUNT };
  const response = await request('', order);
  expect(response.status).toBe(201);
  const { number } = (await response.json()) as { number: string };
  expect(number).toMatch(/^P-2026-\d{7}$/);
  expect((await request('', order)).status).toBe(409);

  await dispatchDisbursements(service.context);
  expect(await (await request(`/${number}`)).json()).toMatchObject({
    personId,
    bookedThrough: '2026-01-15',
    loan: { status: 'PERFORMING', terms: { principalCents: 50_000, term: 30, pricing: { teaPercent: 110 } } },
    history: [{ event: 'disbursement-ordered' }, { event: 'disbursement-confirmed' }],
  });
  const shown = (await (await request(`/${number}`)).json()) as {
    readonly id: string;
    readonly outstanding: readonly { readonly amountCents: number }[];
    readonly schedule: readonly { readonly totalCents: number }[];
  };
  // Each sum is explained by terms that add up to it.
  expect(shown.outstanding).toContainEqual(expect.objectContaining({ name: 'interest', ratePercent: 110, days: 30 }));
  expect(shown.outstanding.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(shown.schedule[0]?.totalCents);
  const { id: paper } = await service.db.kysely.transaction().execute((trx) =>
    storeDocument(trx, testVault(), {
      personId,
      loanId: shown.id,
      type: 'CONTRACT',
      cause: 'signed',
      language: 'es',
      title: 'Contrato',
      bytes: Buffer.from('%PDF-1.4 /Type /Page '),
      businessDate: calendarDate('2026-01-15'),
      now: service.clock.now(),
    }),
  );
  expect(await (await request(`/${number}`)).json()).toMatchObject({ papers: [{ id: paper, type: 'CONTRACT' }] });
  const file = await request(`/${number}/papers/${paper}`);
  expect([file.headers.get('content-type'), (await file.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
  expect((await request(`/P-2026-9999999/papers/${paper}`)).status).toBe(404);

  const orders = await service.db.kysely.selectFrom('disbursement_order').selectAll().execute();
  expect(JSON.stringify(orders)).not.toContain(ACCOUNT.cci);
  const audit = await readAudit(service.db.kysely, `loan:${number}`);
  expect(audit).toMatchObject([
    { actor: 'operator:Ana', action: 'loan.originate' },
    { action: 'loan.view' },
    { action: 'loan.view' },
    { action: 'loan.view' },
    { action: 'loan.view-paper' },
  ]);
  expect((await verify(service)).problems).toEqual([]);
});

test('a loan by hand has the price of any offer to its client: with the discount of their level once they have paid one back', async () => {
  // The launch discount is over, and level 2 has 5 %.
  service.clock.moveTo('2026-04-15');
  const personId = await aPerson(service);
  const techFee = async () => {
    const answer = await request('', { personId, productId: 1, amount: 500, term: 30, ...ACCOUNT });
    const { loanId } = (await answer.json()) as { readonly loanId: string };
    await dispatchDisbursements(service.context);
    const { terms } = (await stored(service, loanId)).loan;
    return { loanId, fee: terms.pricing.fees.find(({ name }) => name === 'techFee') };
  };
  await trusted(service, personId);
  const first = await techFee();
  expect(first.fee).toMatchObject({ netCents: 1_500, discountCents: 0 });
  await pay(service, first.loanId, 600);
  expect((await stored(service, first.loanId)).loan.status).toBe('PAID');
  expect((await techFee()).fee).toMatchObject({ netCents: 1_500, discountCents: 75 });
});

test.each([
  ['an amount off the step', { amount: 501 }, 'amount.step'],
  ['more than the product has', { amount: 3050 }, 'amount.out_of_range'],
  ['a term it does not have', { term: 10 }, 'term.not_allowed'],
  ['an unknown product', { productId: 99 }, 'productId.unknown'],
  ['an account that is too short', { cci: '123' }, 'cci.invalid'],
  ['an unknown person', { personId: '0190a1b2-0000-7000-8000-00000000dead' }, 'personId.unknown'],
])('%s is refused', async (_, change, expected) => {
  const personId = await aPerson(service);
  const response = await request('', { personId, productId: 1, amount: 500, term: 30, ...ACCOUNT, ...change });
  const { error } = (await response.json()) as { error: { fieldErrors: { field: string; code: string }[] } };
  expect([response.status, error.fieldErrors.map(({ field, code }) => `${field}.${code}`)]).toEqual([400, [expected]]);
});

test('without the operator token there is nothing to see', async () => {
  expect((await request('/P-2026-0000001', undefined, 'another-token-of-the-tests-0123456789')).status).toBe(401);
  expect((await request('/P-2026-9999999')).status).toBe(404);
});

test('a product above the cap of the day is not sold by operators either', async () => {
  await setTheCap(service.db, '2026-01-15', '90.00');
  const order = { personId: await aPerson(service), productId: 1, amount: 500, term: 30, ...ACCOUNT };
  const response = await request('', order);
  expect([response.status, await response.json()]).toMatchObject([409, { error: { code: 'rate_above_cap' } }]);
});
