import type { ProfileState } from '#api/application-body.ts';
import { type NextScreen, type ScreenSituation, type Screens, screensFor } from '#api/application-screens.ts';
import { deadlineOf, isOver, statusOfStage } from '#loan/application.ts';
import { answerBy } from '#loan/application-decisions.ts';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { lastDayForAccount } from '#loan/loan-life.ts';
import type { Db, Tables } from '#server/kit/tables.ts';
import { readHolidays } from '#server/lending/parameters/holiday-store.ts';
import { lenderNow, limaDateOf } from '#server/lending/parameters/lender-time.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import type { ApplicationContext } from './application-context.ts';
import { readLatestApplication, type StoredApplication } from './store/application-store.ts';
import { readScreenSeen } from './store/screen-seen-store.ts';
import { loanStatusChange } from './sync-loan-status.ts';
import { dueEvent, isHeldByFlag, withApplication } from './with-application.ts';

interface NewestLoan {
  readonly number: string;
  readonly status: Tables['loan']['status'];
  readonly isOrderWaiting: boolean;
  /** The day on which the bank refused the account, while the loan waits for another one. */
  readonly refusedOn: CalendarDate | undefined;
  readonly topUpStatus: 'ORIGINATED' | 'DISBURSING' | undefined;
  /** Number of top-ups that have reached the client. */
  readonly tranches: number;
}

/**
 * Reads where a client stands (domain 2.3.1). Reading does not change anything that a client could notice: it only
 * writes passed deadlines, the bank's answers and flags of fraud, as any command would.
 */
export async function readProfileState(context: ApplicationContext, personId: string): Promise<ProfileState> {
  const { db, clock } = context;
  const known = await readLatestApplication(db.kysely, personId);
  const isBehind =
    known !== undefined &&
    (dueEvent(known, lenderNow(clock)) !== undefined ||
      (await loanStatusChange(db.kysely, known)) !== undefined ||
      (await isHeldByFlag(db.kysely, known)));
  const application = isBehind ? await withApplication(context, personId, async (held) => held.application) : known;
  return stateOf(db.kysely, personId, application, lenderNow(clock));
}

/** The state inside a transaction, after what was just written. */
export async function stateOf(
  db: Db,
  personId: string,
  application: StoredApplication | undefined,
  now: number,
): Promise<ProfileState> {
  const loan = await readNewestLoan(db, personId);
  const { nextScreen, allowedScreens } = await screensOf(db, { personId, application, loan, now });
  return {
    application: application ? await summaryOf(db, application, now) : null,
    allowedScreens: [...allowedScreens],
    nextScreen,
    loan: loan ? loanOf(loan) : null,
    // While the product is closed no other answer has a state: the route of the profile state says so.
    maintenance: false,
  };
}

/** The application as it is in every answer about it. */
export async function summaryOf(
  db: Db,
  { id, reference, stage, version, canReapplyOn, stageSince }: StoredApplication,
  now: number,
) {
  const since = stageSince.getTime();
  const ends = stage === 'INFO_MISSING' && deadlineOf(stage, { stage: since, activity: since, approval: since });
  const answer = stage === 'MANUAL_REVIEW' ? answerBy(limaDateOf(stageSince), await readHolidays(db)) : undefined;
  const isLate = answer !== undefined && answer < limaDateOf(new Date(now));
  return {
    id,
    reference,
    status: statusOfStage(stage),
    stage,
    version,
    ...(isOver(stage) && canReapplyOn && { canReapplyAt: canReapplyOn }),
    ...(ends && { endsAt: new Date(ends.at).toISOString() }),
    // A day that is over would be no answer to when it comes.
    ...(answer && (isLate ? { answerIsLate: true as const } : { answerBy: answer })),
  };
}

function loanOf({ number, status, refusedOn }: NewestLoan) {
  return { number, status, ...(refusedOn && { accountBy: lastDayForAccount(refusedOn) }) };
}

async function screensOf(
  db: Db,
  at: {
    readonly personId: string;
    readonly application: StoredApplication | undefined;
    readonly loan: NewestLoan | undefined;
    readonly now: number;
  },
): Promise<Screens> {
  const { personId, application, loan, now } = at;
  return screensFor({
    application: application && {
      stage: application.stage,
      isRepeat: application.isRepeat,
      seen: application.seenAt !== undefined,
      stageSince: application.stageSince.getTime(),
    },
    loan,
    topUp: loan && (await topUpOf(db, personId, loan)),
    now,
  });
}

/** The newest loan of a client, closed ones included, without its facts. */
export async function readNewestLoan(db: Db, personId: string): Promise<NewestLoan | undefined> {
  const row = await db
    .selectFrom('loan')
    .select(['id', 'number', 'status', 'top_up'])
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { tranches } = await db
    .selectFrom('loan_fact')
    .select((of) => of.fn.countAll<number>().as('tranches'))
    .where('loan_id', '=', row.id)
    .where('kind', '=', 'tranche')
    .executeTakeFirstOrThrow();
  const order = await db
    .selectFrom('disbursement_order')
    .select('id')
    .where('loan_id', '=', row.id)
    .where('status', '=', 'QUEUED')
    .executeTakeFirst();
  const { number, status } = row;
  const isOrderWaiting = order !== undefined;
  return {
    number,
    status,
    isOrderWaiting,
    refusedOn: status === 'DISBURSMENT_FAILED' && !isOrderWaiting ? await readLastRefusal(db, row.id) : undefined,
    topUpStatus: row.top_up?.status,
    tranches: Number(tranches),
  };
}

async function readLastRefusal(db: Db, loanId: string): Promise<CalendarDate | undefined> {
  const row = await db
    .selectFrom('disbursement_order')
    .select('ended_on')
    .where('loan_id', '=', loanId)
    .where('status', '=', 'REJECTED')
    .orderBy('ended_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.ended_on ? calendarDate(row.ended_on) : undefined;
}

export const TOP_UP_SCREEN = 'application-topup-completed';

/** Names one top-up of a loan, on its way or arrived: the second of a loan is `P-2026-0001234#2`. */
export function topUpRef({ number, tranches, topUpStatus }: NewestLoan): string {
  return `${number}#${topUpStatus === undefined ? tranches : tranches + 1}`;
}

async function topUpOf(db: Db, personId: string, loan: NewestLoan): Promise<ScreenSituation['topUp']> {
  const status = loan.topUpStatus ?? (loan.tranches > 0 ? 'DISBURSED' : undefined);
  if (!status) return undefined;
  const seenAt = await readScreenSeen(db, { personId, screen: TOP_UP_SCREEN, ref: topUpRef(loan) });
  return { status, seen: seenAt !== undefined };
}

/** The screen after signing in, by the client's application and loan (domain 2.3.1). */
export async function readNextScreen(
  { db, clock }: Pick<LendingContext, 'db' | 'clock'>,
  personId: string,
): Promise<NextScreen> {
  const application = await readLatestApplication(db.kysely, personId);
  const { nextScreen } = await stateOf(db.kysely, personId, application, lenderNow(clock));
  const { name, query } = nextScreen;
  return { name, ...(query && { query }) };
}
