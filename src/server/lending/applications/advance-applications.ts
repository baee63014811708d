import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type ApplicationStage,
  OFFERED_STAGES,
  reminderDue,
  STAGE_DEADLINES,
  STAGE_REMINDERS,
  type StageDeadline,
} from '#loan/application.ts';
import type { Tables } from '#server/kit/tables.ts';
import { undecidedFlags } from '#server/lending/fraud/flag-hold.ts';
import { lenderNow } from '#server/lending/parameters/lender-time.ts';
import type { ApplicationContext } from './application-context.ts';
import type { LockedApplication } from './locked-application.ts';
import { remindOfApplication } from './notify-of-application.ts';
import { deadlinesSince, insertApplicationEvent, readApplicationEvents } from './store/application-store.ts';
import { endPapers } from './store/end-papers.ts';
import { withApplication } from './with-application.ts';

const BATCH = 200;

/** Columns of the instants that a deadline can run from; `deadlinesSince` has them of one application. */
export const SINCE: Readonly<Record<StageDeadline['since'], RawBuilder<Date>>> = {
  stage: sql`application.stage_since`,
  activity: sql`application.active_at`,
  approval: sql`coalesce(application.approved_at, application.stage_since)`,
};

/** The counts of one run. */
export interface AdvancedApplications {
  /** Advanced because a deadline passed or the bank answered. */
  readonly caughtUp: number;
  readonly reminded: number;
  readonly purged: number;
}

/**
 * Advances applications by time (domain 2.3.2 rows 10, 12, 17, 22, 23): passed deadlines, due reminders, papers whose
 * days are over. Every command and every read does the same for its own application; this job is for those that nobody
 * opens. An application that fails does not stop the others.
 */
export async function advanceApplications(context: ApplicationContext): Promise<AdvancedApplications> {
  const now = lenderNow(context.clock);
  const { kysely } = context.db;
  return {
    caughtUp: await forEach(
      context,
      (after) => readDue(kysely, now, after),
      () => Promise.resolve(true),
    ),
    reminded: await forEach(context, (after) => readWaiting(kysely, now, after), remind),
    purged: await endPapers(kysely, (await context.parameters.inForce()).policies().retention, now),
  };
}

interface Due {
  readonly id: string;
  readonly person_id: string;
}

/**
 * Locks each application, which advances it, and then runs the work. Page by page, because those of the first page may
 * stay due for weeks, by failing or by waiting for their client.
 * @param readPage those behind an id, in the order of ids
 * @returns how many it did
 */
async function forEach(
  context: ApplicationContext,
  readPage: (after: string | undefined) => Promise<readonly Due[]>,
  work: (held: LockedApplication) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  let after: string | undefined;
  do {
    const page = await readPage(after);
    for (const { person_id: personId } of page) {
      try {
        if (await withApplication(context, personId, work)) done += 1;
      } catch (error) {
        context.log.error({ err: error, personId }, 'an application could not be kept');
      }
    }
    after = page.at(-1)?.id;
  } while (after !== undefined);
  return done;
}

/** Clients whose application the clock, the bank or a flag of fraud may have moved. */
function readDue(db: Kysely<Tables>, now: number, after: string | undefined): Promise<Due[]> {
  const deadlines = Object.entries(STAGE_DEADLINES) as [ApplicationStage, StageDeadline][];
  return pageAfter(db, after)
    .where((of) =>
      of.or([
        ...deadlines.map(([stage, { since, afterMs }]) =>
          of.and([of('stage', '=', stage), of(SINCE[since], '<=', new Date(now - afterMs))]),
        ),
        of('stage', '=', 'ISSUING'),
        of.and([
          of('stage', 'in', OFFERED_STAGES),
          sql<boolean>`exists (${undecidedFlags(sql`application.person_id`)})`,
        ]),
      ]),
    )
    .execute();
}

function pageAfter(db: Kysely<Tables>, after: string | undefined) {
  const page = db.selectFrom('application').select(['id', 'person_id']).orderBy('id').limit(BATCH);
  return after === undefined ? page : page.where('id', '>', after);
}

/** Clients whose application waits for them long enough to be reminded of it, and who have not been yet. */
function readWaiting(db: Kysely<Tables>, now: number, after: string | undefined): Promise<Due[]> {
  const reminders = Object.entries(STAGE_REMINDERS) as [ApplicationStage, readonly number[]][];
  return pageAfter(db, after)
    .where((of) =>
      of.or(
        reminders.flatMap(([stage, times]) => {
          const since = SINCE[STAGE_DEADLINES[stage]?.since ?? 'stage'];
          return times.map((afterMs) =>
            of.and([
              of('stage', '=', stage),
              sql<boolean>`${since} <= ${new Date(now - afterMs)}`,
              of.not(
                of.exists(
                  of
                    .selectFrom('application_event')
                    .select('application_event.id')
                    .whereRef('application_event.application_id', '=', 'application.id')
                    .where('application_event.event', '=', 'reminded')
                    .where(sql<boolean>`application_event.at >= ${since}`)
                    .where(sql<boolean>`(application_event.data ->> 'afterMs')::bigint >= ${afterMs}`),
                ),
              ),
            ]),
          );
        }),
      ),
    )
    .execute();
}

/** Reminds the client once of each: the history knows it, and the notification says it. */
async function remind({ trx, application, today, now, realNow }: LockedApplication): Promise<boolean> {
  if (!application) return false;
  const due = reminderDue(application.stage, deadlinesSince(application), now);
  if (!due) return false;
  const { afterMs, since } = due;
  const events = await readApplicationEvents(trx, application.id);
  const isReminded = events.some(
    ({ event, at, data }) => event === 'reminded' && at.getTime() >= since && Number(data['afterMs']) >= afterMs,
  );
  if (isReminded) return false;
  await insertApplicationEvent(trx, {
    applicationId: application.id,
    event: 'reminded',
    from: application.stage,
    to: application.stage,
    actor: 'clock',
    data: { afterMs },
    businessDate: today,
    now,
  });
  const naturalKey = `reminded:${application.id}:${since}:${afterMs}`;
  await remindOfApplication(trx, application, { naturalKey, now: realNow });
  return true;
}
