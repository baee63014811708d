import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { TaxDocumentService } from '#server/lending/gateways/tax-documents/tax-document-service.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import type { PaymentContext } from '#server/lending/payments/payment-context.ts';
import { readBegunPayouts, readPayouts } from '#server/lending/payouts/begun-payouts.ts';
import { type DisbursementContext, dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import type { Services } from '#server/lending/services.ts';
import type { TestLending } from '../lending/lending-app.ts';
import { EX1_TERMS } from '../loan/loans.ts';
import { anOriginatedLoan } from '../loans/loan-service.ts';
import { asOperator } from '../payments/payments.ts';
import { aBorrower, type Borrower } from '../people/borrower.ts';

/** Every loan is paid out on the first date; the work is done on the second, when a top-up is possible. */
export const LENT_ON = '2026-01-15';
export const TODAY = '2026-01-25';

export interface CrashWorld extends Omit<Services, 'clock'>, Omit<DisbursementContext, 'clock'>, TestLending {
  readonly payments: PaymentContext;
  readonly niubizUrl: string;
  /** Address where the stand-ins of banks list what they were sent. */
  readonly sentUrl: string;
  readonly taxDocuments: TaxDocumentService;
  /** Address where the tax authority lists digests of what it was sent, each time, by name. */
  readonly sentTaxUrl: string;
  /** Folder in which the bank that takes files is told to look for them. */
  readonly fileBankUrl: string;
  /** Written down outside the database, as a client would remember it. */
  readonly acknowledge: (line: string) => void;
  /** Preparation before the work: its steps are not counted, and no process is killed during it. */
  readonly unharmed: <Result>(prepare: () => Promise<Result>) => Promise<Result>;
}

/** Work of a process until it is killed. */
export interface Scenario {
  /** The inconsistencies that a killed process has left behind; empty when there are none. */
  readonly check: (world: CrashWorld, acknowledged: readonly string[]) => Promise<string[]>;
  /** Finishes what a new process must first: its jobs, and the calls that had no answer. */
  readonly recover: (world: CrashWorld, acknowledged: readonly string[]) => Promise<void>;
  readonly work: (world: CrashWorld) => Promise<void>;
  /** The differences between us and the providers when the last process has finished everything. */
  readonly settle?: (world: CrashWorld, acknowledged: readonly string[]) => Promise<string[]>;
}

/** Details of a person that no earlier process has used. */
export function anotherPerson() {
  const documentNumber = String(randomInt(10_000_000, 99_999_999));
  return { documentNumber, phone: `+519${documentNumber}`, email: `rosa${documentNumber}@example.pe` };
}

export interface Lent extends Borrower {
  readonly loanId: string;
  readonly number: string;
}

/** EX1 of somebody new, signed in and with every proof; its money has not been sent yet. */
export async function lend(world: CrashWorld): Promise<Lent> {
  const borrower = await world.unharmed(() => aBorrower(world, { ...anotherPerson(), stepUp: 'everything' }));
  world.clock.moveTo(LENT_ON);
  const { id, loan } = await anOriginatedLoan(world, EX1_TERMS, borrower.personId);
  world.clock.moveTo(TODAY);
  return { ...borrower, loanId: id, number: loan.number };
}

/** Makes a loan, ten days after its money came. */
export async function aLoanOfTenDays(world: CrashWorld): Promise<Lent> {
  const lent = await lend(world);
  await payOut(world);
  return lent;
}

/** Sends what is due. */
export async function payOut(world: CrashWorld): Promise<void> {
  while ((await dispatchDisbursements(world)) + (await dispatchRefunds(world)) > 0);
}

/** Does what jobs and staff do about payouts that were on their way when a process was killed. */
export async function finishPayouts(world: CrashWorld): Promise<void> {
  const { kysely } = world.db;
  // The leases of the killed process have not expired yet; the test does not wait for them.
  await sql`update staff_approval set taken_by = null, taken_until = null where status = 'PROPOSED'`.execute(kysely);
  for (const table of ['disbursement_order', 'refund'] as const) {
    await sql`update ${sql.table(table)} set next_attempt_at = now() - interval '1 second'
      where status in ('QUEUED', 'SENDING', 'SENT')`.execute(kysely);
  }
  await payOut(world);
  const tasks = await kysely
    .selectFrom('staff_task')
    .select('subject')
    .where('kind', '=', 'payout-not-found')
    .where('done_at', 'is', null)
    .execute();
  for (const { subject } of tasks) {
    const id = subject.replace('payout:', '');
    const answer = await asOperator(world, `payouts/${id}/not-sent`, { reason: 'the bank has no such order' });
    if (!answer.ok) throw new Error(`${id}: ${await answer.text()}`);
  }
  await payOut(world);
}

/** Reads what the bank was sent, in soles, each time it was sent, by the ids of orders and refunds. */
export async function sentToBank({ sentUrl }: Pick<CrashWorld, 'sentUrl'>): Promise<ReadonlyMap<string, number[]>> {
  return new Map(Object.entries((await (await fetch(sentUrl)).json()) as Record<string, number[]>));
}

/** Finds what the bank and the books do not agree on; when everything has been finished, nothing is on its way. */
export async function payoutFaults(world: CrashWorld, options: { readonly isFinished: boolean }): Promise<string[]> {
  const { kysely } = world.db;
  const sent = await sentToBank(world);
  const booked = await readPayouts(kysely, [...sent.keys()]);
  const faults: string[] = [];
  for (const [id, soles] of sent) {
    const status = booked.get(id)?.status;
    if (soles.length > 1) faults.push(`the bank was sent order ${id} ${soles.length} times`);
    if (status === undefined) faults.push(`the bank was sent order ${id}, and the books do not know it`);
    if (status === 'QUEUED') faults.push(`the bank was sent order ${id}, and it waits to be sent`);
  }
  if (!options.isFinished) return faults;
  for (const { id, status } of await readBegunPayouts(kysely)) {
    if (!sent.has(id)) faults.push(`order ${id} is ${status}, and the bank was never sent it`);
    else if (status !== 'CONFIRMED' && status !== 'PAID') faults.push(`the bank has paid order ${id}: it is ${status}`);
  }
  return faults;
}
