import { isOpenLoan } from '#loan/application-decisions.ts';
import { addDays, calendarDate, daysBetween } from '#loan/calendar.ts';
import type { LoanStatus } from '#loan/loan.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { withIdentifiers } from '#server/kit/uuid.ts';
import { stateOf } from '../applications/applicant.ts';
import { verify } from '../loans/loan-service.ts';
import { apply, goOn, register, type Stranger } from './applying.ts';
import { faultsOfBooks } from './books.ts';
import type { Client } from './client.ts';
import { loadRateCap, work } from './colleagues.ts';
import { type Company, identifiersOf, note, openCompany } from './company.ts';
import { type Digests, digestOf } from './digest.ts';
import { closeAgain, morningJobs, quickJobs, slowJobs } from './jobs.ts';
import { visitLoan } from './paying.ts';

export interface YearOptions {
  readonly seed: number;
  readonly clients: number;
  readonly days: number;
  /** Told of each day that is over. */
  readonly onDay?: (date: string, company: Company) => void;
}

export interface Year {
  readonly digests: Digests;
  readonly acts: ReadonlyMap<string, number>;
}

const FIRST_DAY = calendarDate('2026-01-05');
const A_WEEK = 7;

/**
 * Lives a company's year, day by day, on a prepared database: everything that happens is of the seed, so that the same
 * seed ends in the same database to the byte. A failure names the seed and the day.
 */
export function liveAYear(db: Database<Tables>, options: YearOptions): Promise<Year> {
  const { seed } = options;
  return withIdentifiers(identifiersOf(seed), async () => {
    const company = await openCompany(db, seed, FIRST_DAY);
    const strangers = strangersOf(company, options);
    const clients: Client[] = [];
    for (let day = 0; day < options.days; day += 1) {
      const date = addDays(FIRST_DAY, day);
      try {
        await liveADay(company, { date, day, strangers, clients });
      } catch (error) {
        throw new Error(`seed ${seed}, ${date}: ${(error as Error).message}`, { cause: error });
      }
      options.onDay?.(date, company);
    }
    return { digests: await digestOf(db), acts: company.acts };
  });
}

/** Everybody who will come, each on a day of the first three quarters. */
function strangersOf({ luck }: Company, { clients, days }: YearOptions): readonly Stranger[] {
  return Array.from({ length: clients }, (_, index) => ({
    number: index + 1,
    firstDay: addDays(FIRST_DAY, luck.between(0, Math.floor(days * 0.75))),
    punctuality: luck.between(0, 100) / 100,
  }));
}

interface Today {
  readonly date: string;
  readonly day: number;
  readonly strangers: readonly Stranger[];
  readonly clients: Client[];
}

async function liveADay(company: Company, { date, day, strangers, clients }: Today): Promise<void> {
  const { clock, luck, bank, world } = company;
  clock.moveTo(date);
  // Providers and banks that are away for a day.
  world.isDown = luck.happens(0.03);
  bank.mode = luck.happens(0.04) ? luck.oneOf(['down', 'lost', 'rejects'] as const) : 'pays';
  world.taxAuthority.mode = luck.happens(0.05) ? luck.oneOf(['down', 'lost', 'observes'] as const) : 'accepts';
  await morningJobs(company);
  if (day % A_WEEK === 0) await closeAgain(company);
  await quickJobs(company);
  clock.pass({ hours: 1 });
  await loadRateCap(company);
  if (isWorkday(date)) await work(company);
  for (const stranger of strangers.filter(({ firstDay }) => firstDay === date)) {
    clock.pass({ minutes: luck.between(1, 3) });
    const client = await register(company, stranger);
    clients.push(client);
    await visit(company, client);
  }
  for (const client of clients.filter(({ nextVisit }) => nextVisit <= date)) {
    clock.pass({ minutes: luck.between(1, 3) });
    await visit(company, client);
  }
  clock.pass({ hours: 1 });
  await quickJobs(company);
  world.isDown = false;
  // Messages of providers that were held up on their way, in any order (P22).
  if (luck.happens(0.2)) {
    await world.press('/sandbox/pagoefectivo/release', { order: luck.oneOf(['oldest-first', 'newest-first']) });
  }
  if (day % A_WEEK === A_WEEK - 1) {
    await slowJobs(company);
    await checkEverything(company, clients);
  }
  const failed = company.errors.splice(0);
  if (failed.length > 0) throw new Error(`a job failed: ${failed.join('\n')}`);
}

function isWorkday(date: string): boolean {
  return daysBetween(FIRST_DAY, calendarDate(date)) % A_WEEK < 5;
}

/** A client looks in: at a loan, at an application, or for another loan. */
async function visit(company: Company, client: Client): Promise<void> {
  const state = await stateOf(company, client);
  const { application, loan, allowedScreens, nextScreen } = state;
  if (!allowedScreens.some((name) => name === nextScreen.name)) throw new Error(`no way to ${nextScreen.name} (P23)`);
  const { luck, clock } = company;
  client.nextVisit = addDays(calendarDate(clock.businessDate()), luck.between(1, 4));
  const isLent = loan !== null && isOpenLoan(loan.status as LoanStatus);
  if (isLent && loan.status !== 'DISBURSMENT_FAILED') return visitLoan(company, client);
  const stage = loan?.status === 'DISBURSMENT_FAILED' ? 'INFO_MISSING' : application?.stage;
  note(company, `visit: ${stage ?? 'nothing yet'}`);
  const isOver = stage === undefined || ['DONE', 'CANCELLED', 'EXPIRED', 'REJECTED'].includes(stage);
  if (!isOver || (stage === 'REJECTED' && luck.happens(0.2))) return goOn(company, client, stage ?? '');
  if (stage === undefined || luck.happens(0.4)) return apply(company, client, state);
  client.nextVisit = addDays(calendarDate(clock.businessDate()), luck.between(5, 30));
}

/** Checks that what must be true at any time is (domain 3.10): the ledger, and every client's screens. */
async function checkEverything(company: Company, clients: readonly Client[]): Promise<void> {
  const { problems } = await verify(company.loans);
  const faults = [...problems, ...(await faultsOfBooks(company))];
  if (faults.length > 0) throw new Error(`the books are not true:\n${faults.join('\n')}`);
  for (const client of clients) {
    const { allowedScreens, nextScreen } = await stateOf(company, client);
    if (!allowedScreens.some((name) => name === nextScreen.name)) throw new Error(`no way to ${nextScreen.name} (P23)`);
  }
  note(company, 'everything verified');
}
