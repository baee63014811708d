import { calendarDate } from '#loan/calendar.ts';
import { CHECK_KINDS, type CheckKind, requirementsFor } from '#loan/requirements.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { CheckedPerson, CheckQuestion, Checks } from '#server/lending/gateways/checks/checks.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import type { RequirementsPolicy } from '#server/lending/parameters/policy.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import type { ApplicationContext } from '../application-context.ts';
import type { LockedApplication } from '../locked-application.ts';
import { readSteps } from '../store/application-step-store.ts';
import type { StoredApplication } from '../store/application-store.ts';
import { withApplication } from '../with-application.ts';
import { type ExternalCheck, insertCheck, readChecks } from './external-check-store.ts';

/** Applications about which somebody outside may be asked. */
export interface ChecksContext extends ApplicationContext {
  readonly checks: Checks;
}

/** The kinds an amount asks for, as far as there is somebody to ask. */
export function askedKinds(
  { rows }: RequirementsPolicy,
  amount: number,
  { kinds }: Pick<Checks, 'kinds'>,
): CheckKind[] {
  const needs = requirementsFor(rows, amount).checks;
  return CHECK_KINDS.filter((kind) => needs[kind] !== 'NEVER' && kinds.has(kind));
}

/** Pauses after the first and the second time without an answer; after the third a person decides. */
const AGAIN_AFTER_MS = [5_000, 20_000];

interface Open {
  readonly due: readonly OpenQuestion[];
  /** Whether a check must be asked again later. */
  readonly waits: boolean;
}

const NOTHING_OPEN: Open = { due: [], waits: false };

interface OpenQuestion {
  readonly question: CheckQuestion;
  /** Names the question, here and at the provider: it is paid once. */
  readonly key: string;
}

/**
 * Asks the outside checks that the amount needs, outside any transaction, and keeps each answer and each time without
 * one. An answered check is not asked again, unless the client has corrected what it was about.
 * @returns whether the application can be decided: every check is answered, or was asked three times without an answer
 */
export async function askChecks(
  context: ChecksContext,
  { id, personId }: Pick<StoredApplication, 'id' | 'personId'>,
  policy: RequirementsPolicy,
): Promise<boolean> {
  if (context.checks.kinds.size === 0) return true;
  const look = () =>
    withApplication(context, personId, async (held) => {
      const { application } = held;
      if (application?.id !== id || application.stage !== 'SCORING') return NOTHING_OPEN;
      const kinds = askedKinds(policy, application.amount, context.checks);
      return kinds.length === 0 ? NOTHING_OPEN : readOpen(context, held, application, kinds);
    });
  const { due, waits } = await look();
  if (due.length === 0) return !waits;
  await Promise.all(due.map((question) => askOne(context, { id, personId }, question)));
  const after = await look();
  return after.due.length === 0 && !after.waits;
}

async function readOpen(
  { vault, clock }: Pick<ApplicationContext, 'vault' | 'clock'>,
  held: LockedApplication,
  application: StoredApplication,
  kinds: readonly CheckKind[],
): Promise<Open> {
  const questions = await questionsOf(vault, held, application, kinds);
  const asked = await readChecks(held.trx, held.seal, application.id);
  const open = questions.filter(({ key }) => !asked.some(({ question, answer }) => question === key && answer));
  const pauses = open.map(({ key }) => pauseOf(asked, key, clock.now()));
  return {
    due: open.filter((_, index) => pauses[index] === 'over'),
    waits: pauses.includes('not over'),
  };
}

function pauseOf(asked: readonly ExternalCheck[], key: string, now: number): 'over' | 'not over' | 'given up' {
  const times = asked.filter(({ question }) => question === key).map(({ at }) => at.getTime());
  const last = times.at(-1);
  if (last === undefined) return 'over';
  const pause = AGAIN_AFTER_MS[times.length - 1];
  if (pause === undefined) return 'given up';
  return last + pause <= now ? 'over' : 'not over';
}

/** The questions of an application, each with the name that makes it one question. */
async function questionsOf(
  vault: Vault,
  { trx, seal, personId }: Pick<LockedApplication, 'trx' | 'seal' | 'personId'>,
  { id, reference }: StoredApplication,
  kinds: readonly CheckKind[],
): Promise<OpenQuestion[]> {
  const { personal, financial } = await readSteps(trx, seal, id);
  const person = await readPerson(trx, vault, personId);
  if (!person || !personal.data || !financial.data) throw new Error(`${reference} lacks a person or a step`);
  const { documentType, documentNumber } = person;
  const { firstName, lastName1, lastName2, birthDate } = personal.data;
  const about: CheckedPerson = { documentType, documentNumber, firstName, lastName1, lastName2, birthDate };
  const { cci } = financial.data;
  return kinds.map((kind) => {
    const question: CheckQuestion = kind === 'account-holder' ? { kind, person: about, cci } : { kind, person: about };
    return { question, key: vault.blindIndex('external-check', `${id} ${JSON.stringify(question)}`) };
  });
}

async function askOne(
  context: ChecksContext,
  { id, personId }: Pick<StoredApplication, 'id' | 'personId'>,
  { question, key }: OpenQuestion,
): Promise<void> {
  const { checks, clock, db, vault, log } = context;
  const answer = await checks.ask(question, key).catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
    log.warn({ err: error, kind: question.kind }, 'a check of an applicant has no answer');
    return undefined;
  });
  const seal = await personSeal(db.kysely, vault, personId);
  await insertCheck(db.kysely, seal, {
    applicationId: id,
    kind: question.kind,
    question: key,
    provider: checks.provider,
    answer,
    businessDate: calendarDate(clock.businessDate()),
    now: clock.now(),
  });
}

/** Reads the answers of outside checks when an application is decided, for the question as it stands now. */
export async function readFindings(
  { vault }: Pick<ApplicationContext, 'vault'>,
  held: LockedApplication,
  application: StoredApplication,
): Promise<ReadonlyMap<CheckKind, ExternalCheck>> {
  const questions = await questionsOf(vault, held, application, CHECK_KINDS);
  const asked = await readChecks(held.trx, held.seal, application.id);
  const found = questions.flatMap(({ question: { kind }, key }): [CheckKind, ExternalCheck][] => {
    const times = asked.filter(({ question }) => question === key);
    const last = times.find(({ answer }) => answer) ?? times.at(-1);
    return last ? [[kind, last]] : [];
  });
  return new Map(found);
}
