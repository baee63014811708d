import type { FinancialDraft, FinancialStep, PersonalDraft, PersonalStep } from '#api/application-form.ts';
import { APPLICATION_STEPS, type ApplicationStep } from '#loan/application.ts';
import type { IdentityPicture } from '#loan/application-decisions.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import type { Seal } from '#server/kit/vault.ts';

/** The result of the browser's device check, kept until it is judged; the blackbox identifies the device. */
export interface DeviceStep {
  readonly blackbox?: string | undefined;
  readonly blackboxState: 'ok' | 'blocked' | 'timeout';
  readonly caller: string;
  readonly identity: Readonly<Partial<Record<IdentityPicture, string>>>;
}

interface StepData {
  readonly personal: PersonalStep;
  readonly financial: FinancialStep;
  readonly device: DeviceStep;
}
type StepName = keyof StepData;
interface StepDraft {
  readonly personal: PersonalDraft;
  readonly financial: FinancialDraft;
  /** Nobody types it. */
  readonly device: never;
}

export interface StoredStep<Step extends StepName> {
  /** The content of the form; undefined when nothing was typed since it was sent. */
  readonly draft: StepDraft[Step] | undefined;
  /** The data sent last. */
  readonly data: StepData[Step] | undefined;
  readonly completedAt: Date | undefined;
}

export type StoredSteps = { readonly [Step in StepName]: StoredStep<Step> };

const NOTHING = { draft: undefined, data: undefined, completedAt: undefined } as const;

/** The steps of an application, opened with the client's own key. */
export async function readSteps(db: Db, seal: Seal, applicationId: string): Promise<StoredSteps> {
  const rows = await db
    .selectFrom('application_step')
    .selectAll()
    .where('application_id', '=', applicationId)
    .execute();
  const open = (step: StepName, column: 'draft_sealed' | 'data_sealed', text: string | null): unknown =>
    text === null ? undefined : JSON.parse(seal.open(text, placeOf(applicationId, step, column)));
  const steps = rows.map(({ step, draft_sealed, data_sealed, completed_at }) => [
    step,
    {
      draft: open(step, 'draft_sealed', draft_sealed),
      data: open(step, 'data_sealed', data_sealed),
      completedAt: completed_at ?? undefined,
    },
  ]);
  return { personal: NOTHING, financial: NOTHING, device: NOTHING, ...Object.fromEntries(steps) } as StoredSteps;
}

/** Keeps what was typed so far, in the place of what was typed before. */
export async function saveDraft<Step extends ApplicationStep>(
  trx: Trx,
  seal: Seal,
  draft: {
    readonly applicationId: string;
    readonly step: Step;
    readonly draft: StepDraft[Step];
    readonly now: number;
  },
): Promise<void> {
  const { applicationId, step, now } = draft;
  const sealed = seal.seal(JSON.stringify(draft.draft), placeOf(applicationId, step, 'draft_sealed'));
  const written = { draft_sealed: sealed, updated_at: new Date(now) };
  await trx
    .insertInto('application_step')
    .values({ application_id: applicationId, step, data_sealed: null, completed_at: null, ...written })
    .onConflict((conflict) => conflict.columns(['application_id', 'step']).doUpdateSet(written))
    .execute();
}

/** Keeps what was sent; its draft has served. */
export async function completeStep<Step extends StepName>(
  trx: Trx,
  seal: Seal,
  sent: {
    readonly applicationId: string;
    readonly step: Step;
    readonly data: StepData[Step];
    /** Now, unless it is known from an earlier application. */
    readonly completedAt?: Date | undefined;
    readonly now: number;
  },
): Promise<void> {
  const { applicationId, step, data, completedAt, now } = sent;
  const written = {
    draft_sealed: null,
    data_sealed: seal.seal(JSON.stringify(data), placeOf(applicationId, step, 'data_sealed')),
    completed_at: completedAt ?? new Date(now),
    updated_at: new Date(now),
  };
  await trx
    .insertInto('application_step')
    .values({ application_id: applicationId, step, ...written })
    .onConflict((conflict) => conflict.columns(['application_id', 'step']).doUpdateSet(written))
    .execute();
}

/** The instant when a client last confirmed both steps, in any application; undefined when they never have. */
export async function readLastCompletion(
  db: Db,
  personId: string,
): Promise<{ readonly applicationId: string; readonly at: Date } | undefined> {
  const row = await db
    .selectFrom('application_step')
    .innerJoin('application', 'application.id', 'application_step.application_id')
    .select(['application.id as applicationId'])
    .select((of) => [of.fn.min('completed_at').as('at'), of.fn.count('step').as('steps')])
    .where('application.person_id', '=', personId)
    .where('step', 'in', APPLICATION_STEPS)
    .where('completed_at', 'is not', null)
    .groupBy('application.id')
    .having((of) => of.fn.count('step'), '=', APPLICATION_STEPS.length)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ? { applicationId: row.applicationId, at: new Date(row.at) } : undefined;
}

function placeOf(applicationId: string, step: StepName, column: string) {
  return { table: 'application_step', column, id: `${applicationId}/${step}` };
}
