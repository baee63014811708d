import {
  type ApplicationEvent,
  type ApplicationStage,
  deadlineOf,
  type IllegalTransition,
  moveApplication,
  OFFERED_STAGES,
} from '#loan/application.ts';
import { type CalendarDate, calendarDate } from '#loan/calendar.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import type { Seal } from '#server/kit/vault.ts';
import { hasUndecidedFlag } from '#server/lending/fraud/flag-hold.ts';
import { lenderNow } from '#server/lending/parameters/lender-time.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import type { ApplicationContext } from './application-context.ts';
import type { Cause, LockedApplication } from './locked-application.ts';
import { notifyOfApplication } from './notify-of-application.ts';
import { voidAgreement } from './store/agreement-store.ts';
import {
  type ApplicationChange,
  changeApplication,
  deadlinesSince,
  insertApplicationEvent,
  lockLatestApplication,
  type StoredApplication,
} from './store/application-store.ts';
import { loanStatusChange } from './sync-loan-status.ts';

/**
 * Every change of an application goes through here: one short transaction locks the person's row and then the
 * application's, writes the overdue events (deadlines, the bank's answers, flags of fraud), then runs the decision. `work` must not make
 * network calls.
 */
export function withApplication<Result>(
  context: ApplicationContext,
  personId: string,
  work: (locked: LockedApplication) => Promise<Result>,
): Promise<Result> {
  return context.db.kysely.transaction().execute(async (trx) => work(await lockApplication(trx, context, personId)));
}

/** Locks the application of a person inside an open transaction. */
export async function lockApplication(
  trx: Trx,
  context: Pick<ApplicationContext, 'clock' | 'vault'>,
  personId: string,
): Promise<LockedApplication> {
  const { clock, vault } = context;
  await trx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().executeTakeFirstOrThrow();
  const seal = await personSeal(trx, vault, personId);
  const application = await lockLatestApplication(trx, personId);
  const at = { now: lenderNow(clock), realNow: clock.now(), today: calendarDate(clock.businessDate()) };
  const locked = new HeldApplication(trx, { personId, seal, application, ...at });
  await catchUp(locked);
  return locked;
}

class HeldApplication implements LockedApplication {
  readonly trx: Trx;
  readonly personId: string;
  readonly today: CalendarDate;
  readonly now: number;
  readonly realNow: number;
  readonly seal: Seal;
  #application: StoredApplication | undefined;

  constructor(
    trx: Trx,
    held: Pick<LockedApplication, 'personId' | 'today' | 'now' | 'realNow' | 'seal' | 'application'>,
  ) {
    this.trx = trx;
    this.personId = held.personId;
    this.today = held.today;
    this.now = held.now;
    this.realNow = held.realNow;
    this.seal = held.seal;
    this.#application = held.application;
  }

  get application(): StoredApplication | undefined {
    return this.#application;
  }

  async cause(event: ApplicationEvent, { actor, data, change }: Cause): Promise<IllegalTransition | undefined> {
    const before = this.#held();
    const moved = moveApplication(before.stage, event, typeof actor === 'object' ? 'staff' : actor);
    if (moved.kind === 'refused') return moved;
    const isNewStage = moved.to !== before.stage;
    await this.#write(before, {
      stage: moved.to,
      ...(isNewStage && { stage_since: new Date(this.now), seen_at: null }),
      ...(actor === 'client' && { active_at: new Date(this.now) }),
      ...change,
    });
    await insertApplicationEvent(this.trx, {
      applicationId: before.id,
      event,
      from: before.stage,
      to: moved.to,
      actor: typeof actor === 'object' ? `operator:${actor.operator}` : actor,
      data,
      businessDate: this.today,
      now: this.now,
    });
    await notifyOfApplication(this.trx, { event, before: before.stage, application: this.#held(), now: this.realNow });
    return undefined;
  }

  change(change: ApplicationChange): Promise<void> {
    return this.#write(this.#held(), change);
  }

  async #write(
    before: StoredApplication,
    change: ApplicationChange & { readonly stage?: ApplicationStage },
  ): Promise<void> {
    await changeApplication(this.trx, before, change);
    this.#application = await lockLatestApplication(this.trx, this.personId);
  }

  #held(): StoredApplication {
    if (!this.#application) throw new RangeError(`person ${this.personId} has no application`);
    return this.#application;
  }
}

/** Writes due deadlines, the bank's answers and flags of fraud first, so that no decision is made on a stale state. */
async function catchUp(locked: LockedApplication): Promise<void> {
  for (;;) {
    const { application } = locked;
    if (!application) return;
    const change = await loanStatusChange(locked.trx, application);
    if (change) {
      await change.note?.(locked);
      await causeOrThrow(locked, change.event, { actor: change.actor, data: change.data });
      continue;
    }
    const due = dueEvent(application, locked.now);
    if (due) {
      await causeOrThrow(locked, due, { actor: 'clock' });
      continue;
    }
    if (!(await isHeldByFlag(locked.trx, application))) return;
    await voidAgreement(locked.trx, application.id, locked.now);
    await causeOrThrow(locked, 'referred', { actor: 'engine', data: { concerns: ['fraud_flag'] } });
  }
}

/**
 * Tells whether an offer that is not signed must go back to people, because a flag of fraud has appeared that they did
 * not know.
 */
export async function isHeldByFlag(db: Db, { stage, personId }: StoredApplication): Promise<boolean> {
  return (OFFERED_STAGES as readonly ApplicationStage[]).includes(stage) && hasUndecidedFlag(db, personId);
}

/** The event of a deadline that has passed. */
export function dueEvent(application: StoredApplication, now: number): ApplicationEvent | undefined {
  const deadline = deadlineOf(application.stage, deadlinesSince(application));
  return deadline && deadline.at <= now ? deadline.event : undefined;
}

/** For transitions that must be possible: a refusal is a bug. */
export async function causeOrThrow(locked: LockedApplication, event: ApplicationEvent, cause: Cause): Promise<void> {
  const refused = await locked.cause(event, cause);
  if (refused) throw new RangeError(`application ${locked.application?.reference}: ${refused.stage} knows no ${event}`);
}
