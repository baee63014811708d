import { type Kysely, sql } from 'kysely';
import { tableEndsWithin } from '#loan/business-days.ts';
import { calendarDate } from '#loan/calendar.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import { storageFailure } from '#server/kit/errors.ts';
import { type Migration, readHistory } from '#server/kit/migrate.ts';
import type { Tables } from '#server/kit/tables.ts';
import { readHolidays } from './parameters/holiday-store.ts';
import { type ParameterRow, readParameters } from './parameters/parameter-store.ts';
import { assembleParameters, endlessDiscounts, ParameterError } from './parameters/parameters.ts';
import { lendingMigrations } from './prepare-database.ts';

/**
 * The body of `GET /healthz`. `unavailable` (503) takes the instance out of a load balancer; `notes` are for operators.
 */
export interface LendingHealth {
  readonly status: 'ok' | 'unavailable';
  readonly database: 'reachable' | 'unreachable';
  /** `ahead`: of a newer release, which allows this program. `behind`: the database does not fit this program. */
  readonly migrations: 'current' | 'ahead' | 'behind' | 'unknown';
  readonly businessDate: string;
  readonly parameterVersion?: number;
  /** `refused`: the service runs, but makes no offers until the named parameter is loaded. */
  readonly offers: 'priced' | 'refused' | 'unknown';
  /** Of a server that is told to wait for a synchronous stand-by. `unseen`: this user may not see whether it is there. */
  readonly standby?: 'connected' | 'missing' | 'unseen';
  readonly notes: readonly string[];
}

/** Queries the database itself rather than the caches the API answers from. Never throws. */
export async function readHealth(options: {
  readonly db: Database<Tables>;
  readonly clock: Clock;
  readonly carryCapForward: boolean;
  /** Migrations that this program knows; those of its folder by default. */
  readonly migrations?: readonly Migration[] | undefined;
}): Promise<LendingHealth> {
  const businessDate = options.clock.businessDate();
  const down: LendingHealth = {
    status: 'unavailable',
    database: 'unreachable',
    migrations: 'unknown',
    businessDate,
    offers: 'unknown',
    notes: [],
  };
  const history = await readHistory(options.db, options.migrations ?? lendingMigrations()).catch(() => undefined);
  if (!history) return down;
  if (history.kind === 'behind') return { ...down, database: 'reachable', migrations: 'behind' };
  if (history.kind === 'refused') {
    return { ...down, database: 'reachable', migrations: 'behind', notes: [history.because] };
  }
  const reachable = { ...down, database: 'reachable', migrations: history.kind } as const;
  const holidays = await holidayNotes(options.db.kysely, businessDate).catch(() => []);
  try {
    const read = await readParameters(options.db.kysely, businessDate);
    const { version, pricing } = assembleParameters(read, businessDate, options);
    const offers = offersOf(pricing);
    const unwritable = await whyUnwritable(options.db.kysely);
    const standby = await readStandby(options.db);
    const notes = [
      ...unwritable,
      ...offers.notes,
      ...discountNotes(read.inForce),
      ...holidays,
      ...standbyNotes(standby),
    ];
    const status = unwritable.length === 0 ? 'ok' : 'unavailable';
    return { ...reachable, status, parameterVersion: version, ...offers, ...(standby && { standby }), notes };
  } catch (error) {
    // This endpoint is public: only our own sentences may appear in it, never the text of an error.
    return {
      ...reachable,
      notes: [error instanceof ParameterError ? error.message : 'The parameters cannot be read.'],
    };
  }
}

/** Reading goes on with a full disk: more rows than fit a statement's least memory go to a file of the database. */
async function whyUnwritable(db: Kysely<Tables>): Promise<string[]> {
  const write = db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx);
    await sql`select count(*) from generate_series(1, 5000)`.execute(trx);
  });
  return write.then(
    () => [],
    (error: unknown) => [storageFailure(error) ?? 'The database cannot write.'],
  );
}

function offersOf(pricing: ReturnType<typeof assembleParameters>['pricing']): Pick<LendingHealth, 'offers' | 'notes'> {
  if (pricing.kind === 'refused') return { offers: 'refused', notes: [pricing.message] };
  const last = pricing.capCarriedForwardFrom;
  return { offers: 'priced', notes: last ? [`Sandbox: the rate cap of ${last} is carried forward.`] : [] };
}

/**
 * Prices are the lender's, and changed by two people: no upgrade changes one, so the operator who starts a release is
 * told.
 */
function discountNotes(inForce: readonly ParameterRow[]): string[] {
  const products = endlessDiscounts(inForce);
  if (products.length === 0) return [];
  return [
    `Products ${products.join(', ')}: a discount without an end strikes out a price that nobody may have paid. src/tools/README.md (Prices and defaults) says how to change it.`,
  ];
}

/**
 * Warning time before a complaint could be refused because the holiday table ends: 60 days (design §8), and 31 more,
 * because 15 business days never span more than 31 days.
 */
const HOLIDAY_NOTICE_DAYS = 60 + 31;

async function holidayNotes(db: Kysely<Tables>, businessDate: string): Promise<string[]> {
  const covered = tableEndsWithin(calendarDate(businessDate), HOLIDAY_NOTICE_DAYS, await readHolidays(db));
  if (covered.kind === 'covered') return [];
  return [`The holidays of ${covered.year} are not loaded: complaints whose term reaches that year are refused.`];
}

/** Undefined where none is configured. */
async function readStandby({ engine, kysely }: Database<Tables>): Promise<LendingHealth['standby']> {
  if (engine !== 'postgres') return undefined;
  const { rows } = await sql<{ asked: boolean; sees: boolean; connected: boolean }>`select
    current_setting('synchronous_standby_names') <> '' as asked,
    pg_has_role('pg_read_all_stats', 'usage') as sees,
    exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')) as connected`.execute(kysely);
  const { asked, sees, connected } = rows[0] as (typeof rows)[number];
  if (!asked) return undefined;
  if (!sees) return 'unseen';
  return connected ? 'connected' : 'missing';
}

/** Reading goes on without it, as long as commits that wait leave a connection: the service stays in its load balancer. */
function standbyNotes(standby: LendingHealth['standby']): string[] {
  if (standby === 'missing')
    return ['The synchronous stand-by that is configured is not connected: every commit waits for it.'];
  if (standby === 'unseen')
    return [
      'Whether the synchronous stand-by is connected cannot be seen: grant pg_read_all_stats to the user of DATABASE_URL.',
    ];
  return [];
}
