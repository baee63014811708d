import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PaymentBody } from '#api/payment.ts';
import { calendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { decideRepayment } from '#loan/repayment.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { queryPayments } from '#server/lending/payments/payment-janitor.ts';
import { signIn } from '../people/borrower.ts';
import { batch } from './batch.ts';
import { type CrashWorld, finishPayouts, lend, payOut, type Scenario } from './crash-world.ts';
import { extension } from './extension.ts';
import { refund } from './refund.ts';
import { signature } from './signature.ts';
import { taxDocuments } from './tax-documents.ts';
import { topUp } from './top-up.ts';

/** A loan is made, its money sent. Acknowledged: the loan, once its transaction has ended. */
const payout: Scenario = {
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
  recover: finishPayouts,
  async work(world) {
    const { number } = await lend(world);
    world.acknowledge(number);
    await payOut(world);
  },
};

/** Money of a client comes in. Acknowledged: the payment, once it is booked. */
const booking: Scenario = {
  async check({ db }, acknowledged) {
    const facts = await db.kysely.selectFrom('loan_fact').select('id').where('kind', '=', 'payment').execute();
    const known = new Set(facts.map(({ id }) => id));
    return acknowledged.filter((id) => !known.has(id)).map((id) => `payment ${id} was lost`);
  },
  recover: finishPayouts,
  async work(world) {
    const number = (await openLoan(world)) ?? (await lend(world)).number;
    await payOut(world);
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

/**
 * A card payment from the screen to the ledger. Acknowledged: the payment, once the client has read that it succeeded.
 */
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
    await finishPayouts(world);
    await sql`update payment_intent set next_query_at = now() - interval '1 second'
      where status in ('PROCESSING', 'UNKNOWN')`.execute(world.db.kysely);
    await queryPayments(world.payments);
  },
  async work(world) {
    const number = (await openLoan(world)) ?? (await lend(world)).number;
    // Killed before the provider was asked, a payment is unknown for minutes, and its loan takes no other: somebody else pays.
    const asked = (await askToPay(world, number)) ?? (await askToPay(world, (await lend(world)).number));
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
  /** Expects us to have booked what the provider took, to the last purchase. */
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
  await payOut(world);
  const headers = await clientOf(world, loanNumber);
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

export const SCENARIOS = {
  signature,
  payout,
  booking,
  payment,
  refund,
  extension,
  'top-up': topUp,
  batch,
  'tax-document': taxDocuments,
} satisfies Readonly<Record<string, Scenario>>;
export type ScenarioName = keyof typeof SCENARIOS;

async function openLoan({ db }: CrashWorld): Promise<string | undefined> {
  const open = db.kysely.selectFrom('loan').select('number').where('status', '=', 'PERFORMING').limit(1);
  return (await open.executeTakeFirst())?.number;
}

/** The client of a loan, in a browser that has just signed in. */
async function clientOf(world: CrashWorld, number: string) {
  const { person_id: personId } = await world.db.kysely
    .selectFrom('loan')
    .select('person_id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return (await signIn(world, personId)).headers;
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
