import type { FinancialStep, PersonalStep } from '#api/application-form.ts';
import { missingFields, ownPhoneErrors } from '#api/application-form.ts';
import type { FieldError } from '#api/errors.ts';
import { checkBankAccount } from '#api/field-rules/bank-account.ts';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { type AgePolicy, ageRefusal } from '#loan/age.ts';
import { type ApplicationStep, eventsOfSubmit, moveApplication } from '#loan/application.ts';
import { addDays, addMonths, type CalendarDate, calendarDate } from '#loan/calendar.ts';
import { type RequirementRow, requirementsFor } from '#loan/requirements.ts';
import { invalidFields, type Refusal } from '#server/kit/errors.ts';
import type { Vault } from '#server/kit/vault.ts';
import { nameMark, rememberMark } from '#server/lending/fraud/person-mark-store.ts';
import { recordTrustEvent } from '#server/lending/loans/store/trust-store.ts';
import { readBanks } from '#server/lending/parameters/bank-store.ts';
import { findDistrict } from '#server/lending/parameters/ubigeo-store.ts';
import { pepTextVersion } from '#server/lending/people/messages/shown-words.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { changePerson, readPerson } from '#server/lending/people/store/person-store.ts';
import type { ApplicationContext } from './application-context.ts';
import { illegalTransition, staleVersion } from './application-refusals.ts';
import type { LockedApplication } from './locked-application.ts';
import { type Naming, nameAccount } from './named-account.ts';
import { completeStep, readSteps } from './store/application-step-store.ts';
import type { StoredApplication } from './store/application-store.ts';
import { insertDeclaration } from './store/declaration-store.ts';
import { causeOrThrow } from './with-application.ts';

/** The request that sends a step. */
interface Sent<Data> {
  readonly request: Request;
  readonly data: Data;
  /** The requirements by amount, in force today. */
  readonly asked: readonly RequirementRow[];
}

/**
 * Accepts the client's personal data: checked against the day, the districts and the client's own phone, then kept as
 * the client's data.
 */
export async function submitPersonal(
  { vault }: Pick<ApplicationContext, 'vault'>,
  held: LockedApplication,
  application: StoredApplication,
  { request, data: sent, asked, agePolicy }: Sent<PersonalStep> & { readonly agePolicy: AgePolicy },
): Promise<Refusal | undefined> {
  const refused = await mayNotSubmit(held, application, 'personal', request);
  if (refused) return refused;
  const { pepTextVersion: textVersion, ...data } = sent;
  const missing = missingFields('personal', data, requirementsFor(asked, application.amount));
  const wrong = [...missing, ...(await checkPersonal(vault, held, application, data, agePolicy))];
  if (wrong.length > 0) return invalidFields(wrong);
  const { trx, seal, personId, now } = held;
  await completeStep(trx, seal, { applicationId: application.id, step: 'personal', data, now });
  await keepDeclaration(vault, held, application, { ...data, textVersion });
  await rememberMark(trx, vault, personId, nameMark(data), now);
  await changePerson(trx, vault, personId, personOf(data), { now });
  const naturalKey = `profile-confirmed ${application.id}`;
  await recordTrustEvent(trx, { personId, event: 'profile-confirmed', date: held.today, naturalKey }, now);
  return advance(held, application, 'personal');
}

/** Recorded each time, with the words it was asked in: earlier declarations stay (decision 0146). */
async function keepDeclaration(
  vault: Vault,
  { trx, seal, personId, now }: LockedApplication,
  { id: applicationId }: StoredApplication,
  {
    pep,
    pepPosition,
    textVersion,
  }: Pick<PersonalStep, 'pep' | 'pepPosition'> & { readonly textVersion?: string | undefined },
): Promise<void> {
  const ours = async () => pepTextVersion((await readPerson(trx, vault, personId))?.language ?? DEFAULT_LOCALE);
  await insertDeclaration(trx, seal, {
    kind: 'POLITICALLY_EXPOSED',
    answer: pep,
    detail: pep ? pepPosition : undefined,
    textVersion: textVersion ?? (await ours()),
    personId,
    applicationId,
    now,
  });
}

/** Accepts the client's income and the account for the money, which must be an account of its bank. */
export async function submitFinancial(
  context: IdentityContext,
  held: LockedApplication,
  application: StoredApplication,
  { request, data, asked, naming }: Sent<FinancialStep> & { readonly naming: Naming },
): Promise<Refusal | undefined> {
  const refused = await mayNotSubmit(held, application, 'financial', request);
  if (refused) return refused;
  const { trx, seal, personId, now } = held;
  const bank = (await readBanks(trx)).find(({ id }) => id === data.bankId);
  const { fieldErrors } = checkBankAccount(bank && { ...bank, cciPrefix: bank.code }, data);
  const wrong = [...missingFields('financial', data, requirementsFor(asked, application.amount)), ...fieldErrors];
  if (wrong.length > 0) return invalidFields(wrong);
  // The CCI says where the money goes; the type is the client's word for it.
  const { bankId, bankAccountType: accountType = 'SAVINGS', cci } = data;
  const account = { bankId, accountType, cci };
  const unproved = await nameAccount(trx, context, naming, { account, isOwed: false });
  if (unproved) return unproved;
  const { vault } = context;
  await completeStep(trx, seal, { applicationId: application.id, step: 'financial', data, now });
  await rememberMark(trx, vault, personId, { kind: 'cci', value: data.cci }, now);
  await changePerson(trx, vault, personId, { payday: data.payday }, { now });
  return advance(held, application, 'financial');
}

/** Stage and version are checked first: a stale client learns that before any field error. */
async function mayNotSubmit(
  { trx, seal }: LockedApplication,
  application: StoredApplication,
  step: ApplicationStep,
  request: Request,
): Promise<Refusal | undefined> {
  const { stage } = application;
  const steps = await readSteps(trx, seal, application.id);
  const [first] = eventsOfSubmit(stage, step, steps.financial.data !== undefined);
  const moved = first && moveApplication(stage, first, 'client');
  if (moved?.kind === 'refused') return illegalTransition(moved);
  return staleVersion(request, application);
}

async function advance(
  held: LockedApplication,
  application: StoredApplication,
  step: ApplicationStep,
): Promise<undefined> {
  const steps = await readSteps(held.trx, held.seal, application.id);
  for (const event of eventsOfSubmit(application.stage, step, steps.financial.data !== undefined)) {
    await causeOrThrow(held, event, { actor: 'client' });
  }
}

async function checkPersonal(
  vault: Vault,
  { trx, personId, today }: LockedApplication,
  application: StoredApplication,
  data: PersonalStep,
  agePolicy: AgePolicy,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const age = ageRefusal(calendarDate(data.birthDate), { today, maturity: maturityOf(application, today) }, agePolicy);
  if (age) errors.push({ field: 'birthDate', code: age });
  if (!(await findDistrict(trx, data.ubigeo))) errors.push({ field: 'ubigeo', code: 'unknown' });
  const person = await readPerson(trx, vault, personId);
  return [...errors, ...ownPhoneErrors(data, person?.phone ?? '')];
}

/** The end of the loan if it began today. */
function maturityOf({ productType, term }: StoredApplication, today: CalendarDate): CalendarDate {
  return productType === 'SINGLE_PAY' ? addDays(today, term) : addMonths(today, term);
}

function personOf(data: PersonalStep) {
  const { firstName, lastName1, lastName2, birthDate, altPhone, ubigeo, streetType = 'OTHER', street, number } = data;
  const { apartment, reference } = data;
  return {
    firstName,
    lastName1,
    ...(lastName2 && { lastName2 }),
    birthDate,
    ...(altPhone && { altPhone }),
    address: {
      ubigeo,
      streetType,
      street,
      number,
      ...(apartment && { apartment }),
      ...(reference && { reference }),
    },
  };
}
