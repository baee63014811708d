import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PaymentBody } from '#api/payment.ts';
import type { Database } from '#server/kit/db.ts';
import { UnavailableError } from '#server/kit/errors.ts';
import type { Tables } from '#server/kit/tables.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { anAgreement, NO_PICTURES, signatureOf } from '#tests/support/applications/applicant.ts';
import { signatureFaults } from '#tests/support/crash/signature.ts';
import type { ReplicatedServers } from '#tests/support/database/two-servers.ts';
import { createTestLending } from '#tests/support/lending/lending-app.ts';
import { termsOf } from '#tests/support/loan/loans.ts';
import { LONG } from '#tests/support/loan/products.ts';
import { anOriginatedLoan, verify } from '#tests/support/loans/loan-service.ts';
import {
  aDebtor,
  asOperator,
  createPayments,
  type Debtor,
  OPERATOR_TOKEN,
  type Payments,
} from '#tests/support/payments/payments.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const PAYERS = 4;
const SIGNERS = 6;
const LOANS_TO_PAY_OUT = 16;
/** A bank is slow: some orders are on their way when it happens. */
const BANK_MS = 100;
const PAUSE_MS = 150;
/** At least so long before and after, with a moment of chance between. */
const CALM_MS = 600;
const IMPORT = '/api/v1/staff/bank-statements?bank=BCP';
const ANSWERED_WITHIN_MS = 120_000;

/** Answers that the clients of one fail-over have seen. */
export interface Served {
  /** From the fault to the first answer by the new primary. */
  readonly outageMs: number;
  readonly acknowledged: number;
  readonly refused: number;
  /** Done although the first answer was 503. */
  readonly replayed: number;
}

export interface Clients {
  during(servers: ReplicatedServers, fault: string): Promise<Served>;
  verify(): Promise<void>;
  /** Ends what is on its way, and looks whether bank and books agree. */
  settle(): Promise<void>;
}

/** Money that a line of a statement brought for a payment. */
interface Line {
  readonly bankRef: string;
  readonly paymentId: string;
}

/** One storm: what was asked and answered, and when. */
class Storm {
  isOver = false;
  refused = 0;
  replayed = 0;
  problems = 0;
  acknowledged = 0;
  readonly answeredAt: number[] = [];
  readonly payments: { readonly key: string; readonly id: string; readonly amount: number }[] = [];
  readonly lines: Line[] = [];

  /** Asks with the same key until the answer is another than 503. Only that may come in between. */
  async untilAnswered(what: string, ask: () => Response | Promise<Response>): Promise<Response> {
    const deadline = performance.now() + ANSWERED_WITHIN_MS;
    for (;;) {
      const answer = await ask();
      if (answer.status === 503 && answer.headers.has('retry-after')) {
        this.refused += 1;
        if (performance.now() > deadline) throw new Error(`${what} is still unavailable`);
        await sleep(PAUSE_MS);
        continue;
      }
      if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
      if (answer.headers.has('idempotency-replayed')) this.replayed += 1;
      this.acknowledged += 1;
      this.answeredAt.push(performance.now());
      return answer;
    }
  }
}

export async function clientsOf(db: Database<Tables>): Promise<Clients> {
  const payments = createPayments(db, undefined, { parameterMaxAgeMs: 1_000 });
  const { bank, context } = payments.loans;
  const sent = new Map<string, number>();
  const send = bank.send.bind(bank);
  bank.send = async (order) => {
    sent.set(order.orderId, (sent.get(order.orderId) ?? 0) + 1);
    const answer = await send(order);
    await sleep(BANK_MS);
    return answer;
  };
  const staff = await aColleague(db, 'Ana');
  let lastAmount = 500;
  let lastNumber = 100_000;

  const post = (path: string, headers: Readonly<Record<string, string>>, body: string, key?: string) =>
    payments.app.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers, ...(key !== undefined && { 'Idempotency-Key': key }) },
      body,
    });

  /** Pays by transfer; the bank's statement then has the money. */
  async function payer(storm: Storm, { headers, number }: Debtor): Promise<void> {
    while (!storm.isOver) {
      lastAmount += 1;
      const [key, amount] = [randomUUID(), lastAmount / 100];
      const body = JSON.stringify({ loanNumber: number, purpose: 'PREPAY', amount, method: 'MANUAL' });
      const answer = await storm.untilAnswered('a payment', () => post('/api/v1/payments', headers, body, key));
      const { id, action } = (await answer.json()) as PaymentBody;
      storm.payments.push({ key, id, amount });
      if (action?.type !== 'TRANSFER') throw new Error('no transfer');
      lastNumber += 1;
      const bankRef = String(lastNumber);
      const csv = `fecha;operacion;monto;descripcion\n15/01/2026;${bankRef};${amount.toFixed(2)};${action.reference}\n`;
      // A line that could not be booked is told, and sent again by its operator.
      for (let isBooked = false; !isBooked; ) {
        const report = await storm.untilAnswered('a statement', () => post(IMPORT, staff.headers, csv));
        isBooked = ((await report.json()) as { readonly problems: readonly unknown[] }).problems.length === 0;
        if (!isBooked) storm.problems += 1;
      }
      storm.lines.push({ bankRef, paymentId: id });
      await sleep(PAUSE_MS);
    }
  }

  async function agreements(): Promise<Signer[]> {
    const signers: Signer[] = [];
    for (let k = 0; k < SIGNERS; k += 1) {
      const device = { ...NO_PICTURES, blackbox: randomBytes(32).toString('hex') };
      const { applicant, agreement } = await anAgreement(payments, { device });
      const body = await signatureOf(payments, applicant, agreement);
      signers.push({ headers: applicant.headers, personId: applicant.personId, body });
    }
    return signers;
  }

  async function signer(storm: Storm, signers: readonly Signer[]): Promise<void> {
    for (const { headers, body } of signers) {
      const key = randomUUID();
      await storm.untilAnswered('a signature', () =>
        post('/api/v1/application/agreement/sign', headers, JSON.stringify(body), key),
      );
      await sleep(PAUSE_MS);
    }
  }

  async function payouts(storm: Storm): Promise<void> {
    while (!storm.isOver) {
      payments.clock.pass({ seconds: 1 });
      await dispatchDisbursements(context).catch((error: unknown) => {
        if (!(error instanceof UnavailableError)) throw error;
      });
      await sleep(PAUSE_MS);
    }
  }

  return {
    async during(servers, fault) {
      const debtors: Debtor[] = [];
      for (let k = 0; k < PAYERS; k += 1) debtors.push(await aDebtor(payments, termsOf(LONG, 9000, 12)));
      // More codes than a lender sends in a day.
      await sql`delete from throttle_bucket`.execute(db.kysely);
      await sql`delete from throttle_event`.execute(db.kysely);
      const signers = await agreements();
      for (let k = 0; k < LOANS_TO_PAY_OUT; k += 1) await anOriginatedLoan(payments.loans);
      const storm = new Storm();
      const all = Promise.all([
        ...debtors.map((debtor) => payer(storm, debtor)),
        signer(storm, signers),
        payouts(storm),
      ]);
      // A fault of a client is told when all have been waited for.
      all.catch(() => undefined);
      await sleep(CALM_MS + randomInt(600));
      const brokenAt = performance.now();
      await servers.befall(fault);
      await servers.failOver();
      const movedAt = performance.now();
      const isServing = () => storm.answeredAt.some((at) => at > movedAt);
      await Promise.race([all, untilTrue(isServing)]);
      await sleep(CALM_MS + randomInt(600));
      storm.isOver = true;
      await all;
      await expectStored(payments, storm, signers);
      const servedAt = Math.min(...storm.answeredAt.filter((at) => at > movedAt));
      const { acknowledged, refused, replayed, problems } = storm;
      return { outageMs: servedAt - brokenAt, acknowledged: acknowledged - problems, refused, replayed };
    },
    verify: () => expectNothing(faultsOfBooks(payments, sent)),
    async settle() {
      await finishPayouts(payments);
      await expectNothing(faultsOfBooks(payments, sent));
      const open = await sql<{ id: string; status: string }>`select id, status from disbursement_order
        where status <> 'CONFIRMED'`.execute(db.kysely);
      const notPaid = open.rows.map(({ id, status }) => `order ${id} is ${status}`);
      await expectNothing(Promise.resolve(notPaid));
    },
  };
}

interface Signer {
  readonly headers: Readonly<Record<string, string>>;
  readonly personId: string;
  readonly body: Awaited<ReturnType<typeof signatureOf>>;
}

async function untilTrue(is: () => boolean): Promise<void> {
  for (const deadline = performance.now() + ANSWERED_WITHIN_MS; !is(); ) {
    if (performance.now() > deadline) throw new Error('nothing is answered any more');
    await sleep(10);
  }
}

async function expectNothing(found: Promise<readonly string[]>): Promise<void> {
  const faults = await found;
  if (faults.length > 0) throw new Error(faults.slice(0, 10).join('\n'));
}

/** Everything that was acknowledged is there, once. */
async function expectStored(payments: Payments, storm: Storm, signers: readonly Signer[]): Promise<void> {
  const { kysely } = payments.db;
  const faults: string[] = [];
  for (const { key, id, amount } of storm.payments) {
    const kept = await kysely
      .selectFrom('payment_intent')
      .select('id')
      .where('amount', '=', Math.round(amount * 100))
      .execute();
    const calls = await kysely.selectFrom('idempotency_key').select('key').where('key', '=', key).execute();
    const isOnce = kept.length === 1 && kept[0]?.id === id && calls.length === 1;
    if (!isOnce) faults.push(`payment ${id} is there ${kept.length} times, its key ${calls.length} times`);
  }
  for (const { bankRef, paymentId } of storm.lines) {
    const lines = await kysely.selectFrom('bank_line').select('id').where('bank_ref', '=', bankRef).execute();
    const money = await kysely.selectFrom('money_received').select('id').where('intent_id', '=', paymentId).execute();
    const isOnce = lines.length === 1 && money.length === 1;
    if (!isOnce) faults.push(`line ${bankRef} is there ${lines.length} times, its money ${money.length} times`);
  }
  for (const { personId, body } of signers) {
    faults.push(...(await signatureFaults(payments.db, { personId, agreementId: body.agreementId }, true)));
  }
  await expectNothing(Promise.resolve(faults));
}

async function faultsOfBooks(payments: Payments, sent: ReadonlyMap<string, number>): Promise<string[]> {
  const { problems } = await verify(payments.loans);
  const twice = [...sent].filter(([, times]) => times > 1).map(([id, times]) => `order ${id} was sent ${times} times`);
  const orders = await payments.db.kysely.selectFrom('disbursement_order').select('id').execute();
  const known = new Set(orders.map(({ id }) => id));
  const lost = [...sent.keys()].filter((id) => !known.has(id)).map((id) => `order ${id} was sent, and is not there`);
  return [...problems, ...twice, ...lost];
}

/** Does what jobs do when time has passed, and people about orders that the bank does not know. */
async function finishPayouts(payments: Payments): Promise<void> {
  const { kysely } = payments.db;
  const payAll = async (): Promise<void> => {
    payments.clock.pass({ hours: 1 });
    while ((await dispatchDisbursements(payments.loans.context)) > 0);
  };
  await payAll();
  const tasks = kysely.selectFrom('staff_task').select('subject').where('kind', '=', 'payout-not-found');
  const missing = await tasks.where('done_at', 'is', null).execute();
  console.log(`${missing.length} orders were noted as sent and never reached the bank: a person says so`);
  const desk = createTestLending(payments.db, {
    operatorToken: OPERATOR_TOKEN,
    clock: payments.clock,
    gateways: { ...payments.world.gateways(payments.clock), payout: payments.loans.bank },
  });
  for (const { subject } of missing) {
    const id = subject.replace('payout:', '');
    const answer = await asOperator(desk, `payouts/${id}/not-sent`, { reason: 'the bank has no such order' });
    if (!answer.ok) throw new Error(`${id}: ${await answer.text()}`);
  }
  await payAll();
}
