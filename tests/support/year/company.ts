import type { Database } from '#server/kit/db.ts';
import { createLog, type Log } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import { IdentifierSource } from '#server/kit/uuid.ts';
import { documentsContext, paymentContext, taxContext } from '#server/lending/app.ts';
import { createServices } from '#server/lending/services.ts';
import { ROLES } from '#server/lending/staff/colleague.ts';
import { mornings, type TestClock } from '../clock.ts';
import { createTestLending, type TestLending } from '../lending/lending-app.ts';
import { createLoanService, type LoanService } from '../loans/loan-service.ts';
import { chance } from '../loans/portfolio.ts';
import { OPERATOR_TOKEN, SITE, World } from '../payments/payments.ts';
import { aColleague } from '../staff/colleagues.ts';
import type { ProviderList } from './settling.ts';
import { Statements } from './statements.ts';

/** Colleagues of the company; what takes four eyes takes both. */
export const COLLEAGUES = ['Ana', 'Luis'] as const;

/** On a busy machine a timeout would be luck that is not of the seed. */
const NO_TIMEOUT_MS = 600_000;

/** Chance of one seed: each draw is the next one of the same sequence. */
export class Luck {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = chance(seed);
  }

  /** Tells whether something with this probability happens. */
  happens(probability: number): boolean {
    return this.#next() < probability;
  }

  /** A whole number, both ends among them. */
  between(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1));
  }

  oneOf<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.#next() * values.length)] as Value;
  }
}

/** Identifiers of one seed. */
export function identifiersOf(seed: number): IdentifierSource {
  const next = chance(seed ^ 0x5eed);
  return new IdentifierSource((count) => Buffer.from(Array.from({ length: count }, () => Math.floor(next() * 256))));
}

/** A whole company in one process: the product, its providers, its bank, its colleagues, and the luck of its clients. */
export interface Company extends TestLending {
  readonly luck: Luck;
  readonly clock: TestClock;
  readonly world: World;
  readonly loans: LoanService;
  readonly bank: LoanService['bank'];
  readonly contexts: Contexts;
  readonly statements: Statements;
  /** Lists of providers whose money is on its way to the bank. */
  readonly settling: Map<string, ProviderList>;
  /** Times that each thing was done, and refused. */
  readonly acts: Map<string, number>;
  /** Errors that were logged since they were read last: a job that fails logs one and goes on. */
  readonly errors: string[];
}

type Contexts = ReturnType<typeof contextsOf>;

/** Opens a company on a prepared database, on the morning of a business date. */
export async function openCompany(db: Database<Tables>, seed: number, today: string): Promise<Company> {
  const clock = mornings(today);
  const errors: string[] = [];
  const log = createLog({ level: 'error', name: 'year' }, { write: (line: string) => void errors.push(line.trim()) });
  const world = new World(clock, NO_TIMEOUT_MS);
  const lending = createTestLending(db, {
    clock,
    log,
    gateways: world.gateways(clock),
    operatorToken: OPERATOR_TOKEN,
  });
  world.serve(lending);
  const loans = createLoanService(db, clock, { log });
  // From the first day on, by the company's own clock.
  for (const login of COLLEAGUES) await aColleague(db, login, ROLES, clock.now());
  return {
    app: lending.app,
    db,
    vault: lending.vault,
    clock,
    luck: new Luck(seed),
    world,
    loans,
    bank: loans.bank,
    contexts: contextsOf(lending, world, log),
    statements: new Statements(),
    settling: new Map(),
    acts: new Map(),
    errors,
  };
}

/** The contexts of the jobs, put together as the product does. */
function contextsOf({ db, vault, clock }: TestLending, world: World, log: Log) {
  const config = { sandbox: false, production: false, trustedProxies: 0 };
  const services = createServices({ db, vault, clock: clock as TestClock, log, config, parameterMaxAgeMs: 0 });
  const options = { gateways: world.gateways(clock as TestClock), config };
  return {
    services,
    payments: paymentContext(services, options),
    tax: taxContext(services, options),
    documents: documentsContext(services, { config }),
    siteUrl: SITE,
  };
}

/** Counts what was done. */
export function note({ acts }: Pick<Company, 'acts'>, act: string): void {
  acts.set(act, (acts.get(act) ?? 0) + 1);
}
