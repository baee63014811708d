import { expect, test } from 'vitest';
import { marketingPurpose } from '#api/consent.ts';
import { decidePaymentPlan } from '#loan/agreements.ts';
import { withTopUp } from '#loan/loan-life.ts';
import { cents } from '#loan/money.ts';
import { STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { reversePayment } from '#loan/repayment.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { readNotifications } from '#server/lending/clients/notification-store.ts';
import { remindClients } from '#server/lending/loans/remind-clients.ts';
import { readPostings } from '#server/lending/loans/store/ledger-store.ts';
import { type LockedLoan, withLoan } from '#server/lending/loans/with-loan.ts';
import { abandonFailedDisbursements, dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { sealDestinations } from '#server/lending/payouts/payout-destination.ts';
import { queueDisbursement } from '#server/lending/payouts/queue-disbursement.ts';
import { appendConsent } from '#server/lending/people/store/consent-store.ts';
import { ADMIN_FEE, accepted, date } from '#tests/support/loan/loans.ts';
import { aLoan, anOriginatedLoan, closeThrough, pay, withLoanService } from '#tests/support/loans/loan-service.ts';
import { say } from '#tests/support/messages/notifications.ts';
import { testVault } from '#tests/support/people/vault.ts';

const service = withLoanService();

/** Reads what the client was told, oldest first. */
async function told(personId: string) {
  const all = await readNotifications(service.db.kysely, personId, { limit: 50 });
  return all.reverse().map(({ kind, params }) => ({ kind, ...params }));
}
const unread = async (personId: string) =>
  (await readNotifications(service.db.kysely, personId, { limit: 50 }))
    .flatMap(({ kind, readAt }) => (readAt === null ? [kind] : []))
    .sort();
const locked = <Result>(id: string, work: (loan: LockedLoan) => Promise<Result>) =>
  withLoan(service.context, { id }, work);

test('that the money has come, that a payment was received, that the loan is paid off', {
  tags: 'promise-an-application-on-its-way',
}, async () => {
  const { id, personId, loan } = await aLoan(service);
  const loanNumber = loan.number;
  expect(await told(personId)).toEqual([{ kind: 'loan-disbursed', loanNumber, amountCents: 50_000 }]);
  await closeThrough(service, '2026-02-10');
  await pay(service, id, 100);
  await closeThrough(service, '2026-02-13');
  await pay(service, id, 600);
  // What one transaction tells has one instant: its order says nothing.
  const later = (await told(personId)).slice(1).sort((a, b) => (a.kind < b.kind ? -1 : 1));
  expect(later).toMatchObject([
    { kind: 'loan-paid-off', loanNumber },
    { kind: 'payment-received', loanNumber, amountCents: 10_000, paidOn: '2026-02-10' },
    { kind: 'payment-received', loanNumber, amountCents: 60_000, paidOn: '2026-02-13' },
  ]);
});

test('that another loan can be asked for, to a client who agreed to advertising and paid as agreed, and to nobody else', {
  tags: 'promise-levels',
}, async () => {
  const offered = async (agreed: boolean, paidOn: string) => {
    const { id, personId } = await aLoan(service);
    const consent = {
      purpose: marketingPurpose('email'),
      granted: agreed,
      textVersion: 'a'.repeat(64),
      caller: '203.0.113.9',
    };
    const at = new Date(service.clock.now());
    await appendConsent(service.db.kysely, { personId, consentId: uuidv7(at.getTime()), at, ...consent });
    return { personId, pay: () => pay(service, id, 700), paidOn };
  };
  const [yes, no, late] = [
    await offered(true, '2026-02-13'),
    await offered(false, '2026-02-13'),
    await offered(true, '2026-03-02'),
  ];
  for (const client of [yes, no, late]) {
    await closeThrough(service, client.paidOn);
    await client.pay();
  }
  const isOffered = async ({ personId }: typeof yes) => (await told(personId)).some(({ kind }) => kind === 'next-loan');
  expect(await Promise.all([yes, no, late].map(isOffered))).toEqual([true, false, false]);
});

test('that another loan can be asked for, once, also when a payment is taken back and made again', async () => {
  const { id, personId } = await aLoan(service);
  await say(service, personId, 'email', true);
  await closeThrough(service, '2026-02-13');
  await pay(service, id, 700);
  await locked(id, async (held) => {
    const payment = held.loan.facts.findLast(({ kind }) => kind === 'payment');
    const cause = { loanId: id, kind: 'payment', ref: payment?.id ?? '' };
    const change = accepted(reversePayment(held.loan, cause.ref, await readPostings(held.trx, cause), held.day));
    await held.save(change, { kind: 'chargeback', ref: cause.ref }, [
      { kind: 'chargeback', postings: change.mirror },
      { kind: 'reallocation', postings: change.reallocation },
    ]);
  });
  await pay(service, id, 700);
  const kinds = (await told(personId)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'loan-paid-off')).toHaveLength(2);
  expect(kinds.filter((kind) => kind === 'next-loan')).toHaveLength(1);
});

test('that the bank refused the account, and by when to name another', {
  tags: 'promise-an-application-on-its-way',
}, async () => {
  const { personId, loan } = await anOriginatedLoan(service);
  service.bank.mode = 'rejects';
  await dispatchDisbursements(service.context);
  expect(await told(personId)).toEqual([
    { kind: 'disbursement-failed', loanNumber: loan.number, amountCents: 50_000, answerBy: '2026-01-19' },
  ]);
  service.clock.moveTo('2026-01-17');
  await abandonFailedDisbursements(service.context);
  expect(await unread(personId)).toEqual(['disbursement-failed']);
  service.clock.moveTo('2026-01-18');
  await abandonFailedDisbursements(service.context);
  await abandonFailedDisbursements(service.context);
  // On the third day again, once, in the place of the first notice.
  expect(await unread(personId)).toEqual(['account-ending']);
  expect((await told(personId)).slice(1)).toEqual([
    { kind: 'account-ending', loanNumber: loan.number, answerBy: '2026-01-19' },
  ]);
  service.clock.moveTo('2026-01-20');
  await abandonFailedDisbursements(service.context);
  expect(await unread(personId)).toEqual([]);
});

test('that an extension moved the due date; money short of it is a payment like any other', async () => {
  const use = { kind: 'extension', termDays: 14, feeCents: cents(800) } as const;
  const [extended, short] = [await aLoan(service), await aLoan(service)];
  await closeThrough(service, '2026-02-14');
  await pay(service, extended.id, 26.22, { use });
  await pay(service, short.id, 20, { use });
  expect((await told(extended.personId)).slice(1)).toEqual([
    { kind: 'extension-active', loanNumber: extended.loan.number, newDueDate: '2026-02-28' },
  ]);
  expect((await told(short.personId)).slice(1)).toMatchObject([{ kind: 'payment-received', amountCents: 2000 }]);
});

test('no more of an extension whose money was taken back: its notice is over, and what waits of it is not sent', async () => {
  const { id, personId, loan } = await aLoan(service);
  await closeThrough(service, '2026-02-14');
  const payment = '0190a1b2-0000-7000-8000-000000000004';
  const use = { kind: 'extension', termDays: 14, feeCents: cents(800) } as const;
  const received = accepted(await pay(service, id, 26.22, { id: payment, use }));
  expect(await unread(personId)).toEqual(['extension-active', 'loan-disbursed']);
  await locked(id, async (held) => {
    const change = reversePayment(held.loan, payment, received.postings, held.day);
    await held.save(accepted(change), { kind: 'chargeback', ref: payment });
  });
  expect(await unread(personId)).toEqual(['loan-disbursed', 'payment-taken-back']);
  const messages = await service.db.kysely
    .selectFrom('outbox')
    .select('withheld_because')
    .where('person_id', '=', personId)
    .where('template', '=', 'extension-active')
    .execute();
  expect(messages.length).toBeGreaterThan(0);
  for (const message of messages) expect(message.withheld_because, loan.number).toBe('no-longer-true');
});

const PLAN_ID = '0190a1b2-0000-7000-8000-000000000001';
async function agreeOnPlan(id: string, planId = PLAN_ID) {
  const terms = {
    items: [
      { dueDate: date('2026-02-28'), amountCents: cents(29_265) },
      { dueDate: date('2026-03-28'), amountCents: cents(29_266) },
    ],
    totalCents: cents(58_531),
    atRiskAfterBusinessDays: 5,
    brokenAfterDays: 10,
  };
  await locked(id, async (held) => {
    const { loan: now, day } = held;
    const situation = { hasBrokenPlan: false, brokenPlans: 0, paymentChannel: 'YAPE' } as never;
    const plan = { id: planId, terms };
    const change = decidePaymentPlan(now, plan, situation, STANDARD_PLAN_SETTINGS, day);
    await held.save(accepted(change), { kind: 'plan-confirmed', ref: plan.id });
  });
}

test('that a plan is active, and, on the day it is, that it has ended', async () => {
  const { id, personId, loan } = await aLoan(service);
  const loanNumber = loan.number;
  await closeThrough(service, '2026-02-24');
  await agreeOnPlan(id);
  expect((await told(personId)).slice(1)).toEqual([
    { kind: 'plan-confirmed', loanNumber, payments: 2, amountCents: 58_531, firstDate: '2026-02-28' },
  ]);
  await closeThrough(service, '2026-03-18');
  expect(await told(personId)).toHaveLength(2);
  await closeThrough(service, '2026-03-25');
  expect((await told(personId)).slice(2)).toEqual([{ kind: 'plan-broken', loanNumber }]);
  expect(await unread(personId)).toEqual(['loan-disbursed', 'plan-broken']);
  await pay(service, id, 900);
  expect(await unread(personId)).toEqual(['loan-disbursed', 'loan-paid-off', 'payment-received']);
});

test('that a plan which was kept is broken, when the money that kept it is taken back', async () => {
  const { id, personId, loan } = await aLoan(service);
  const planId = '0190a1b2-0000-7000-8000-000000000005';
  await closeThrough(service, '2026-02-24');
  await agreeOnPlan(id, planId);
  await closeThrough(service, '2026-02-25');
  const payment = '0190a1b2-0000-7000-8000-000000000006';
  const received = accepted(await pay(service, id, 700, { id: payment }));
  expect(await unread(personId)).toEqual(['loan-disbursed', 'loan-paid-off', 'payment-received']);
  await closeThrough(service, '2026-05-04');
  await locked(id, async (held) => {
    const change = reversePayment(held.loan, payment, received.postings, held.day);
    await held.save(accepted(change), { kind: 'chargeback', ref: payment });
    expect(held.loan.status).toBe('DEFAULTED');
  });
  expect(await unread(personId)).toEqual(['loan-disbursed', 'payment-received', 'payment-taken-back', 'plan-broken']);
  expect(await told(personId)).toContainEqual({ kind: 'plan-broken', loanNumber: loan.number });
});

test('that a plan is at risk, until the payment that was missing is there', async () => {
  const { id, personId } = await aLoan(service);
  await closeThrough(service, '2026-02-24');
  await agreeOnPlan(id, '0190a1b2-0000-7000-8000-000000000003');
  await closeThrough(service, '2026-03-10');
  await remindClients(service.context);
  expect(await unread(personId)).toEqual(['loan-disbursed', 'plan-at-risk', 'plan-confirmed']);
  await pay(service, id, 292.65);
  expect(await unread(personId)).toEqual(['loan-disbursed', 'payment-received', 'plan-confirmed']);
});

test.each([
  ['pays', 'top-up-paid'],
  ['rejects', 'top-up-failed'],
] as const)('what became of a top-up when the bank %s', async (mode, kind) => {
  const { id, personId, loan } = await aLoan(service);
  await closeThrough(service, '2026-01-25');
  await locked(id, async (held) => {
    const { loan: now, trx, day, now: at } = held;
    const topUp = { status: 'DISBURSING', principalCents: cents(20_000), fees: [ADMIN_FEE] } as const;
    const orderId = crypto.randomUUID();
    await held.save(withTopUp(now, topUp), { kind: 'top-up-signed', ref: orderId });
    const order = { id: orderId, loanId: id, personId, purpose: 'top-up', amountCents: topUp.principalCents } as const;
    const destination = { bankId: '002', cci: '00219100001234567852', holder: 'Rosa Quispe' };
    await queueDisbursement(
      trx,
      { ...order, destination, orderedOn: day.date, now: at },
      sealDestinations(testVault()),
    );
  });
  service.bank.mode = mode;
  await dispatchDisbursements(service.context);
  expect((await told(personId)).slice(1)).toEqual([{ kind, loanNumber: loan.number, amountCents: 20_000 }]);
});

test('that a payment was taken back', async () => {
  const { id, personId, loan } = await aLoan(service);
  await closeThrough(service, '2026-02-10');
  const payment = '0190a1b2-0000-7000-8000-000000000002';
  const received = accepted(await pay(service, id, 100, { id: payment }));
  service.clock.pass({ seconds: 1 });
  await locked(id, async (held) => {
    const { loan: now, day } = held;
    const change = reversePayment(now, payment, received.postings, day);
    await held.save(accepted(change), { kind: 'chargeback', ref: payment });
  });
  expect((await told(personId)).at(-1)).toEqual({
    kind: 'payment-taken-back',
    loanNumber: loan.number,
    amountCents: 10_000,
    paidOn: '2026-02-10',
  });
});

test('nothing on a day on which nothing happens', async () => {
  const { personId } = await aLoan(service);
  await closeThrough(service, '2026-02-12');
  expect(await told(personId)).toHaveLength(1);
});
