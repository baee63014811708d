import { isOver } from '#loan/application.ts';
import type { BankCalendar } from '#loan/business-days.ts';
import { calendarDate } from '#loan/calendar.ts';
import { pricedForClient } from '#loan/personal-settings.ts';
import { type CheckKind, type Requirements, requirementsFor } from '#loan/requirements.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { openFlagsOf } from '#server/lending/fraud/fraud-flag-store.ts';
import { nameMark, othersWith } from '#server/lending/fraud/person-mark-store.ts';
import type { DeviceAssessment, SightingCounts } from '#server/lending/gateways/device-risk/device-risk.ts';
import { type ClientHistory, readClientHistory } from '#server/lending/loans/client-history.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import { phoneIndexOf, readPerson } from '#server/lending/people/store/person-store.ts';
import type { ApplicationContext } from './application-context.ts';
import { readFindings } from './checks/ask-checks.ts';
import { limitOf } from './inquire.ts';
import type { LockedApplication } from './locked-application.ts';
import { isIdentityConfirmed, readApplicationDocuments } from './store/application-document-store.ts';
import { readSteps, type StoredSteps } from './store/application-step-store.ts';
import { countApplicationsSince, readLatestApplication, type StoredApplication } from './store/application-store.ts';
import { readItems } from './store/information-store.ts';
import { pictureMarks } from './store/remember-used.ts';
import type { CheckFinding, DecisionSnapshot, DeviceOutcome } from './underwriting/snapshot.ts';

/** Facts that must be read before the transaction, because reading them uses connections of its own. */
export interface DecisionInputs {
  readonly parameters: ParametersInForce;
  readonly calendar: BankCalendar;
  /** The result of the device check; undefined when nobody answered. */
  readonly device: DeviceAssessment | undefined;
}

const THIRTY_DAYS_MS = 30 * 86_400_000;

/** Facts about other people who share something with a client. */
export interface Sightings {
  readonly links: DecisionSnapshot['links'];
  readonly counts: SightingCounts;
}

/**
 * Everything a decision is made of, as it stands in this transaction (domain 2.3.5). Throws when prices are missing: then
 * nothing is decided, and at the deadline the application goes to manual review.
 */
export async function takeSnapshot(
  { vault }: Pick<ApplicationContext, 'vault'>,
  held: LockedApplication,
  application: StoredApplication,
  inputs: DecisionInputs,
): Promise<DecisionSnapshot> {
  const { trx, personId, seal, today, now } = held;
  const policies = inputs.parameters.policies();
  const steps = await readSteps(trx, seal, application.id);
  const { personal, financial } = completed(steps, application);
  const history = await readClientHistory(trx, {
    personId,
    day: { date: today, calendar: inputs.calendar },
    trust: policies.trust,
  });
  const { links } = await readSightings(vault, held, application, steps);
  const { rows, score } = policies.requirements;
  const requirements = requirementsFor(rows, application.amount);
  return {
    today,
    policy: policies.underwriting,
    requirements: { ...requirements, score },
    asked: askedOf(inputs.parameters, application, history),
    client: {
      birthDate: calendarDate(personal.birthDate),
      isRepeat: application.isRepeat,
      isIdentityConfirmed: await isIdentityConfirmed(trx, personId),
      trustPoints: history.trust.points,
      isPep: personal.pep,
      ubigeo: personal.ubigeo,
      residenceStatus: personal.residenceStatus,
      timeAtAddressMonths: personal.timeAtAddressMonths,
    },
    income: {
      source: financial.incomeSource,
      length: financial.lengthOfIncome,
      net: financial.monthlyIncome,
      expenses: financial.monthlyExpenses,
      otherLoans: financial.otherLoanPayments,
      free: financial.monthlyFree,
      isProved: await isIncomeProved(held, application.id),
    },
    history: {
      hasOverdueLoan: history.hasOverdueLoan,
      hasWrittenOffLoan: history.hasWrittenOffLoan,
      worstDaysLateIn2Years: history.worstDaysLateIn2Years,
      applicationsIn30Days: await countApplicationsSince(trx, personId, new Date(now - THIRTY_DAYS_MS)),
    },
    links,
    device: { outcome: outcomeOf(inputs.device), isVouched: inputs.device?.isVouched ?? false },
    checks: await checksOf(vault, held, application, requirements),
  };
}

/**
 * Findings of the outside checks. A check that is always needed and was never asked, because no provider is configured,
 * counts as not answered.
 */
async function checksOf(
  vault: Vault,
  held: LockedApplication,
  application: StoredApplication,
  { checks }: Requirements,
): Promise<DecisionSnapshot['checks']> {
  const known = await readFindings({ vault }, held, application);
  const finding = (kind: CheckKind): CheckFinding => {
    if (checks[kind] === 'NEVER') return 'NOT_ASKED';
    const check = known.get(kind);
    if (!check) return checks[kind] === 'ALWAYS' ? 'NO_ANSWER' : 'NOT_ASKED';
    return check.answer?.outcome ?? 'NO_ANSWER';
  };
  const report = checks.bureau === 'NEVER' ? undefined : known.get('bureau')?.answer;
  const items = await readItems(held.trx, application.id);
  return {
    identity: finding('identity'),
    'account-holder': finding('account-holder'),
    bureau: finding('bureau'),
    ...(report?.outcome === 'REPORT' && { bureauCategory: report.category }),
    hasNamedAnotherAccount: items.some(({ code, answeredAt }) => code === 'own_account' && answeredAt !== undefined),
  };
}

function outcomeOf(device: DeviceAssessment | undefined): DeviceOutcome {
  return device?.outcome ?? 'UNAVAILABLE';
}

function completed({ personal, financial }: StoredSteps, { reference }: StoredApplication) {
  if (!personal.data || !financial.data) throw new RangeError(`${reference} has a step that was never sent`);
  return { personal: personal.data, financial: financial.data };
}

/**
 * The product with today's prices for this client, which their calculator has shown (`settingsOfClient`), and their
 * limit.
 */
function askedOf(
  { pricing }: ParametersInForce,
  { productId, amount, term }: StoredApplication,
  history: ClientHistory,
): DecisionSnapshot['asked'] {
  if (pricing.kind === 'refused') throw new Error(`nothing can be priced: ${pricing.message}`);
  const level = history.paidLoanCount === 0 ? undefined : history.trust.level;
  const product = pricedForClient(pricing.settings, productId, level);
  if (!product) throw new Error(`product ${productId} is not offered any more`);
  return { product, amount, term, limit: limitOf(product, history).amount };
}

/** A proof of income that people had before them when they decided, or have before them now. */
async function isIncomeProved({ trx }: LockedApplication, applicationId: string): Promise<boolean> {
  const [documents, items] = [await readApplicationDocuments(trx, applicationId), await readItems(trx, applicationId)];
  const proof = documents.some(({ type, submittedAt }) => type === 'INCOME_PROOF' && submittedAt !== undefined);
  return proof && items.some(({ code, answeredAt }) => code === 'income_proof' && answeredAt !== undefined);
}

/** Finds other people who were seen with this client's account, phone, device or name (domain 2.4). */
export async function readSightings(
  vault: Vault,
  { trx, personId, now }: Pick<LockedApplication, 'trx' | 'personId' | 'now'>,
  application: StoredApplication,
  { personal, financial }: Pick<StoredSteps, 'personal' | 'financial'>,
): Promise<Sightings> {
  const cci = financial.data?.cci;
  const sameCci = cci ? await othersWith(trx, vault, personId, { kind: 'cci', value: cci }) : [];
  const samePhone = await othersWithPhone(vault, { trx, personId });
  const sameName = personal.data ? await othersWith(trx, vault, personId, nameMark(personal.data)) : [];
  const device = application.deviceId;
  const since = new Date(now - THIRTY_DAYS_MS);
  const onDevice = device ? await othersWith(trx, vault, personId, { kind: 'device', value: device }, since) : [];
  let sameNameOpenApplications = 0;
  for (const other of sameName) {
    const latest = await readLatestApplication(trx, other);
    if (latest && !isOver(latest.stage)) sameNameOpenApplications += 1;
  }
  return {
    links: {
      sameCci: sameCci.length,
      samePhone,
      sameNameAndBirthDate: sameName.length,
      sameNameOpenApplications,
      samePicture: (await peopleWithPictures(vault, { trx, personId }, application)).length,
      fraudFlags: (await openFlagsOf(trx, personId)).length,
    },
    counts: {
      peopleOnDevice: onDevice.length + 1,
      peopleOnBankAccount: sameCci.length + 1,
      peopleOnPhone: samePhone + 1,
    },
  };
}

/** Other people who sent the very file of a picture of this application. */
export async function peopleWithPictures(
  vault: Vault,
  { trx, personId }: { readonly trx: Db; readonly personId: string },
  { id }: Pick<StoredApplication, 'id'>,
): Promise<string[]> {
  const people = new Set<string>();
  for (const mark of pictureMarks(await readApplicationDocuments(trx, id))) {
    for (const other of await othersWith(trx, vault, personId, mark)) people.add(other);
  }
  return [...people];
}

async function othersWithPhone(
  vault: Vault,
  { trx, personId }: Pick<LockedApplication, 'trx' | 'personId'>,
): Promise<number> {
  const person = await readPerson(trx, vault, personId);
  if (!person?.phone) return 0;
  const { count } = await trx
    .selectFrom('person')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('phone_index', '=', phoneIndexOf(vault, person.phone))
    .where('id', '!=', personId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
