import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PaymentBody } from '#api/payment.ts';
import { calendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { decideRepayment } from '#loan/repayment.ts';
import type { createLendingApp } from '#server/lending/app.ts';
import { originateLoan } from '#server/lending/applications/originate-loan.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import type { PaymentContext } from '#server/lending/payments/payment-context.ts';
import { queryPayments } from '#server/lending/payments/payment-janitor.ts';
import { type DisbursementContext, dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { sealDestinations } from '#server/lending/payouts/payout-destination.ts';
import { createPerson } from '#server/lending/people/store/person-store.ts';
import { createSession } from '#server/lending/people/store/session-store.ts';
import type { Services } from '#server/lending/services.ts';
import { EX1_TERMS } from '../loan/loans.ts';
import { sessionHeaders } from '../people/borrower.ts';

export interface CrashWorld extends Services, DisbursementContext {
  /** The whole API, as a browser reaches it. */
  readonly app: ReturnType<typeof createLendingApp>;
  readonly payments: PaymentContext;
  readonly niubizUrl: string;
  /** Noted outside the database, as a client would remember it. */
  readonly acknowledge: (line: string) => void;
}

/** What a service does between two deaths. */
export interface Scenario {
  /** What is wrong with what an earlier life left behind; empty when nothing is. */
  readonly check: (world: CrashWorld, acknowledged: readonly string[]) => Promise<string[]>;
  /** What the jobs of a new life finish first. */
  readonly recover: (world: CrashWorld) => Promise<void>;
  readonly work: (world: CrashWorld) => Promise<void>;
  /** What is wrong between us and the world outside when the last life has finished everything. */
  readonly settle?: (world: CrashWorld) => Promise<string[]>;
}

/** A loan is signed, its money sent. Acknowledged: the loan, once its transaction has ended. */
const disbursement: Scenario = {
  async check({ db }, acknowledged) {
    const loans = await db.kysely.selectFrom('loan').select('number').execute();
    const known = new Set(loans.map(({ number }) => number));
    const lost = acknowledged.filter((number) => !known.has(number)).map((number) => `loan ${number} was lost`);
    const paidOut = await db.kysely
      .selectFrom('disbursement_order')
      .select('loan_id')
      .where('status', '=', 'CONFIRMED')
      .groupBy('loan_id')
      .having(sql<number>`count(*)`, '>', 1)
      .execute();
    return [...lost, ...paidOut.map(({ loan_id }) => `loan ${loan_id} was paid out twice`)];
  },
  recover: async (world) => {
    // The dead life's leases have not run out yet, and nobody has time to wait for them here.
    await sql`update disbursement_order set next_attempt_at = now() - interval '1 second'`.execute(world.db.kysely);
    while ((await dispatchDisbursements(world)) > 0);
  },
  async work(world) {
    const number = await lend(world);
    world.acknowledge(number);
    await dispatchDisbursements(world);
  },
};

/** Money of a client comes in. Acknowledged: the payment, once it is booked. */
const booking: Scenario = {
  async check({ db }, acknowledged) {
    const facts = await db.kysely.selectFrom('loan_fact').select('id').where('kind', '=', 'payment').execute();
    const known = new Set(facts.map(({ id }) => id));
    return acknowledged.filter((id) => !known.has(id)).map((id) => `payment ${id} was lost`);
  },
  recover: disbursement.recover,
  async work(world) {
    const number = (await openLoan(world)) ?? (await lend(world));
    await dispatchDisbursements(world);
    const id = randomUUID();
    await withLoan(world, { number }, async (locked) => {
      const { day, loan } = locked;
      const date = calendarDate(day.date);
      const use = { kind: 'ordinary' } as const;
      const payment = { kind: 'payment', id, date, amountCents: cents(1000), into: 'bank', use } as const;
      const decision = decideRepayment(loan, payment, day);
      if (decision.kind === 'refused') throw new Error(decision.reason);
      await locked.save(decision, { kind: 'payment', ref: id });
    });
    world.acknowledge(id);
  },
};

/** A card payment from the screen to the ledger. Acknowledged: the payment, once the client has read that it succeeded. */
const payment: Scenario = {
  async check({ db }, acknowledged) {
    const money = await db.kysely.selectFrom('money_received').select('intent_id').execute();
    const counts = new Map<string, number>();
    for (const { intent_id } of money) counts.set(intent_id ?? '', (counts.get(intent_id ?? '') ?? 0) + 1);
    return acknowledged.flatMap((id) =>
      counts.get(id) === 1 ? [] : [`payment ${id} counts ${counts.get(id) ?? 0} times`],
    );
  },
  async recover(world) {
    await disbursement.recover(world);
    await sql`update payment_intent set next_query_at = now() - interval '1 second'
      where status in ('PROCESSING', 'UNKNOWN')`.execute(world.db.kysely);
    await queryPayments(world.payments);
  },
  async work(world) {
    const number = (await openLoan(world)) ?? (await lend(world));
    // Killed before the provider was asked, a payment is unknown for minutes, and its loan takes no other: somebody else pays.
    const asked = (await askToPay(world, number)) ?? (await askToPay(world, await lend(world)));
    if (!asked) throw new Error('a loan that was never paid has a payment');
    const { id, action, headers } = asked;
    if (action?.type !== 'CARD_FORM') throw new Error('no card form');
    const token = await approvedToken(world, action);
    await world.app.request(new URL(action.actionUrl).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ transactionToken: token }).toString(),
    });
    const seen = (await (await world.app.request(`/api/v1/payments/${id}`, { headers })).json()) as PaymentBody;
    if (seen.status === 'SUCCEEDED') world.acknowledge(id);
  },
  /** What the provider took is what we have booked, to the last purchase. */
  async settle({ db, payments }) {
    const intents = await db.kysely
      .selectFrom('payment_intent')
      .select(['id', 'purchase_number', 'status', 'amount'])
      .execute();
    const faults: string[] = [];
    for (const { id, purchase_number, status, amount } of intents) {
      const found = await payments.gateways.card?.find(purchase_number);
      const taken = found?.kind === 'approved' ? found.amountCents : 0;
      const booked = status === 'SUCCEEDED' ? amount : 0;
      if (taken !== booked) faults.push(`payment ${id} is ${status}: the provider took ${taken}, we booked ${booked}`);
    }
    return faults;
  },
};

interface Asked extends Pick<PaymentBody, 'id' | 'action'> {
  readonly headers: Record<string, string>;
}

/** @returns undefined while the outcome of an earlier payment of the loan is not known */
async function askToPay(world: CrashWorld, loanNumber: string): Promise<Asked | undefined> {
  await dispatchDisbursements(world);
  const headers = await signIn(world, loanNumber);
  const made = await world.app.request('/api/v1/payments', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ loanNumber, purpose: 'PARTIAL', amount: 5, method: 'NIUBIZ' }),
  });
  const answer = await made.text();
  if (made.status === 409 && answer.includes('payment_in_progress')) return undefined;
  if (made.status !== 201) throw new Error(`${made.status} ${answer}`);
  const { id, action } = JSON.parse(answer) as PaymentBody;
  return { id, action, headers };
}

export const SCENARIOS: Readonly<Record<'disbursement' | 'booking' | 'payment', Scenario>> = {
  disbursement,
  booking,
  payment,
};
export type ScenarioName = keyof typeof SCENARIOS;

async function lend({ db, vault, clock }: CrashWorld): Promise<string> {
  const documentNumber = String(Math.floor(10_000_000 + Math.random() * 89_999_999));
  const { personId } = await createPerson(
    db.kysely,
    vault,
    {
      documentType: 'DNI',
      documentNumber,
      firstName: 'Rosa',
      lastName1: 'Quispe',
      phone: `+51${documentNumber}0`.slice(0, 12),
      email: `rosa${documentNumber}@example.pe`,
    },
    clock.now(),
  );
  const destination = { bankId: '002', cci: '00219100001234567852', holder: 'Rosa Quispe' };
  const context = { clock, sealDestination: sealDestinations(vault) };
  const made = await db.kysely
    .transaction()
    .execute((trx) => originateLoan(trx, context, { personId, terms: EX1_TERMS, destination }));
  if (made.kind === 'refused') throw new Error(made.reason);
  return made.number;
}

async function openLoan({ db }: CrashWorld): Promise<string | undefined> {
  const open = db.kysely.selectFrom('loan').select('number').where('status', '=', 'PERFORMING').limit(1);
  return (await open.executeTakeFirst())?.number;
}

/** The client of a loan, in a browser that has just signed in. */
async function signIn({ db, clock }: CrashWorld, number: string) {
  const { person_id: personId } = await db.kysely
    .selectFrom('loan')
    .select('person_id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const browser = { personId, full: true, caller: '203.0.113.9', userAgent: 'Test', now: clock.now() };
  return sessionHeaders(await createSession(db.kysely, browser));
}

/** The token of a card whose bank says yes, from the provider's own page. */
async function approvedToken(
  { niubizUrl }: CrashWorld,
  form: { readonly sessionKey: string; readonly purchaseNumber: string; readonly actionUrl: string },
): Promise<string> {
  const query = new URLSearchParams({
    sessiontoken: form.sessionKey,
    purchasenumber: form.purchaseNumber,
    action: form.actionUrl,
    timeouturl: form.actionUrl,
  });
  const page = await (await fetch(`${niubizUrl}/checkout?${query}`)).text();
  const button = page.split('</form>').find((part) => part.includes('data-behaviour="approve"')) ?? '';
  return /name="transactionToken" value="(\w+)"/.exec(button)?.[1] ?? '';
}
