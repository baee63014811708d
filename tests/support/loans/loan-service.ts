import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect } from 'vitest';
import type { LoanTerms, Payment } from '#loan/loan.ts';
import { decideRepayment } from '#loan/repayment.ts';
import type { Database } from '#server/kit/db.ts';
import { createLog, type Log } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { originateLoan } from '#server/lending/applications/originate-loan.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import type { PayoutGateway, PayoutOrder, PayoutState } from '#server/lending/gateways/payout/payout-gateway.ts';
import { closeBusiness } from '#server/lending/loans/close-of-business.ts';
import { readLoan, type StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { createBusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import { type DisbursementContext, dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { openDestinations, sealDestinations } from '#server/lending/payouts/payout-destination.ts';
import { createPerson } from '#server/lending/people/store/person-store.ts';
import { verifyLedger } from '#server/lending/portfolio/verify-ledger.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { clockAt, type TestClock } from '../clock.ts';
import { withDatabase } from '../database/database.ts';
import { EX1_TERMS, paid } from '../loan/loans.ts';
import { testVault } from '../people/vault.ts';

const VAULT = testVault();

/** A bank whose answers a test decides; it pays an order once, however often it is sent. */
export class TestBank implements PayoutGateway {
  readonly paidOut = new Map<string, PayoutOrder>();
  /** Answer of the bank from now on. `lost`: it does what it is asked and its answer never arrives. */
  mode: 'pays' | 'rejects' | 'lost' | 'down' = 'pays';
  valueDate: string | undefined;
  calls = 0;
  readonly #clock: TestClock;

  constructor(clock: TestClock) {
    this.#clock = clock;
  }

  async send(payout: PayoutOrder): Promise<PayoutState> {
    this.calls += 1;
    if (this.mode === 'down') throw new NoAnswer('no answer', { mayHaveHappened: false });
    if (this.mode === 'rejects') return { kind: 'rejected', reason: 'account closed' };
    this.paidOut.set(payout.orderId, payout);
    if (this.mode === 'lost') throw new Error('no answer');
    return this.#paid(payout.orderId);
  }

  async find(orderId: string): Promise<PayoutState | { readonly kind: 'not-found' }> {
    if (this.mode === 'down') throw new Error('no answer');
    return this.paidOut.has(orderId) ? this.#paid(orderId) : { kind: 'not-found' };
  }

  #paid(orderId: string): PayoutState {
    const valueDate = (this.valueDate ?? this.#clock.businessDate()) as never;
    return { kind: 'paid', providerRef: `bank-${orderId.slice(0, 8)}`, valueDate };
  }
}

export interface LoanService {
  readonly db: Database<Tables>;
  readonly clock: TestClock;
  readonly bank: TestBank;
  readonly context: DisbursementContext;
}

/** The workflows on a database that is open and migrated, from a day on or by a clock that others have too. */
export function createLoanService(
  db: Database<Tables>,
  from: string | TestClock,
  {
    log = createLog({ level: 'silent', name: 'test' }),
    vault = VAULT,
  }: { readonly log?: Log; readonly vault?: Vault } = {},
): LoanService {
  const clock = typeof from === 'string' ? clockAt(from) : from;
  const bank = new TestBank(clock);
  const context: DisbursementContext = {
    db,
    clock,
    calendar: createBusinessCalendar(clock.now),
    log,
    payout: bank,
    openDestination: openDestinations(db.kysely, vault),
  };
  return { db, clock, bank, context };
}

/**
 * Opens the loan workflows on a real database, from 15/01/2026 on. Afterwards the whole ledger is verified, whatever
 * the tests were about.
 */
export function withLoanService(options: { readonly verify?: false } = {}): LoanService {
  const service = withDatabase((db) => createLoanService(db, '2026-01-15'));
  if (options.verify !== false) verifyAfterwards(() => service);
  return service;
}

/**
 * The whole ledger is verified: at the end of the file in every change, when each of its loans is read once, and at night
 * after each test, which names the one at fault. What has opened the database must have said before how it is closed.
 */
export function verifyAfterwards(service: () => LoanService | undefined): void {
  const afterwards = IS_FULL_RUN ? afterEach : afterAll;
  afterwards(async () => {
    const opened = service();
    if (opened?.db) expect((await verify(opened)).problems).toEqual([]);
  });
}

export function verify(service: LoanService) {
  return verifyLedger(service.db.kysely, service.context.calendar);
}

let people = 0;

/** Another person with every call. */
export async function aPerson({ db, clock }: Pick<LoanService, 'db' | 'clock'>): Promise<string> {
  people += 1;
  const documentNumber = String(60_000_000 + people);
  const person = { documentType: 'DNI', documentNumber, firstName: 'Rosa', lastName1: 'Quispe' } as const;
  return (await createPerson(db.kysely, VAULT, person, clock.now())).personId;
}

const DESTINATION = { bankId: '002', cci: '00219100001234567852', holder: 'Rosa Quispe' };

/** A loan that has been signed, EX1 and somebody new's unless told, and is waiting for its money. */
export async function anOriginatedLoan(
  service: Pick<LoanService, 'db' | 'clock'>,
  terms: LoanTerms = EX1_TERMS,
  owner?: string,
): Promise<StoredLoan> {
  const personId = owner ?? (await aPerson(service));
  const { clock, db } = service;
  const originated = await db.kysely
    .transaction()
    .execute((trx) =>
      originateLoan(
        trx,
        { clock, sealDestination: sealDestinations(VAULT) },
        { personId, terms, destination: DESTINATION },
      ),
    );
  if (originated.kind === 'refused') throw new Error(originated.reason);
  return stored(service, originated.loanId);
}

/** A loan whose money has reached its client today. */
export async function aLoan(service: LoanService, terms: LoanTerms = EX1_TERMS, owner?: string): Promise<StoredLoan> {
  const { id } = await anOriginatedLoan(service, terms, owner);
  await dispatchDisbursements(service.context);
  return stored(service, id);
}

export async function stored({ db }: Pick<LoanService, 'db'>, id: string): Promise<StoredLoan> {
  const loan = await readLoan(db.kysely, { id });
  if (!loan) throw new Error(`no loan ${id}`);
  return loan;
}

/** Moves the business date and closes every loan. */
export async function closeThrough(service: LoanService, date: string): Promise<void> {
  service.clock.moveTo(date);
  expect((await closeBusiness(service.context)).failed).toEqual([]);
}

/** Books money, in soles, on its own date; today unless told. */
export async function pay(
  service: Pick<LoanService, 'context'>,
  loanId: string,
  soles: number,
  options: { readonly on?: string; readonly id?: string; readonly use?: Payment['use'] } = {},
) {
  return withLoan(service.context, { id: loanId }, async (locked) => {
    const payment = paid(options.on ?? locked.day.date, soles, options.use, options.id ?? randomUUID());
    const decision = decideRepayment(locked.loan, payment, locked.day);
    if (decision.kind === 'accepted') await locked.save(decision, { kind: 'payment', ref: payment.id });
    return decision;
  });
}
