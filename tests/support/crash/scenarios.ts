import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { calendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { decideRepayment } from '#loan/repayment.ts';
import { sealDestinations } from '#server/lending/destination.ts';
import type { Services } from '#server/lending/services.ts';
import { createPerson } from '#server/lending/store/person-store.ts';
import { type DisbursementContext, dispatchDisbursements } from '#server/lending/workflows/disburse.ts';
import { originateLoan } from '#server/lending/workflows/originate-loan.ts';
import { withLoan } from '#server/lending/workflows/with-loan.ts';
import { EX1_TERMS } from '../loans.ts';

export interface CrashWorld extends Services, DisbursementContext {
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
    const open = await world.db.kysely
      .selectFrom('loan')
      .select('number')
      .where('status', '=', 'PERFORMING')
      .limit(1)
      .executeTakeFirst();
    const number = open?.number ?? (await lend(world));
    if (!open) await dispatchDisbursements(world);
    const id = randomUUID();
    await withLoan(world, { number }, async (inHand) => {
      const { today, isBusinessDay, loan } = inHand;
      const date = calendarDate(today);
      const use = { kind: 'ordinary' } as const;
      const payment = { kind: 'payment', id, date, amountCents: cents(1000), into: 'bank', use } as const;
      const decision = decideRepayment(loan, payment, today, isBusinessDay);
      if (decision.kind === 'refused') throw new Error(decision.reason);
      await inHand.save(decision, { kind: 'payment', ref: id });
    });
    world.acknowledge(id);
  },
};

export const SCENARIOS = { disbursement, booking } as const;
export type ScenarioName = keyof typeof SCENARIOS;

async function lend({ db, vault, clock }: CrashWorld): Promise<string> {
  const documentNumber = String(Math.floor(10_000_000 + Math.random() * 89_999_999));
  const { personId } = await createPerson(db.kysely, vault, { documentType: 'DNI', documentNumber }, clock.now());
  const destination = { bankId: '002', cci: '00219100001234567852', holder: 'Rosa Quispe' };
  const context = { clock, sealDestination: sealDestinations(vault) };
  const made = await db.kysely
    .transaction()
    .execute((trx) => originateLoan(trx, context, { personId, terms: EX1_TERMS, destination }));
  if (made.kind === 'refused') throw new Error(made.reason);
  return made.number;
}
