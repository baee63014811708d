import { type AskedOfForm, missingFields } from '#api/application-form.ts';
import type { CallOutput } from '#api/call.ts';
import type { getApplication } from '#api/endpoints/applications/get-application.ts';
import { submitPersonalStep } from '#api/endpoints/applications/submit-personal-step.ts';
import type { FieldError } from '#api/errors.ts';
import { birthDate } from '#api/field-rules/birth-date.ts';
import { consentDigest } from '#client-area/form/consent-digest.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';
import { formatDate } from '#i18n/format-date.ts';
import { ageRefusal } from '#loan/age.ts';
import { calendarDate } from '#loan/calendar.ts';
import { limaToday } from '#stores/lima-today.ts';
import { loadProfile } from '#stores/profile.ts';
import { followOtherWindow, openNextScreen } from '../any-step/next-step.ts';
import { createDraft, type DraftStore } from '../form-steps/draft.store.ts';
import { ADDRESS_FIELDS } from './address-fields.tsx';
import { streetLine, streetOf } from './street-line.ts';

export type Application = CallOutput<typeof getApplication>;

/** Fields sent as typed. */
const PLAIN = [
  'firstName',
  'lastName1',
  'lastName2',
  'birthDate',
  'ubigeo',
  'streetType',
  'apartment',
  'reference',
  'residenceStatus',
  'altPhone',
  'pepPosition',
] as const;

/** Fields that only some amounts ask for. */
const CHOSEN = ['streetType', 'residenceStatus'] as const;

const OF_REFERRAL = ['name', 'relationship', 'phone'] as const;

export type ReferralField = `referrals.${0 | 1}.${(typeof OF_REFERRAL)[number]}`;

/** In the order of the screen. `pep`: `yes`, `no` or empty. */
export type PersonalValues = Readonly<
  Record<(typeof PLAIN)[number] | 'streetLine' | 'timeAtAddressMonths' | 'pep' | ReferralField, string>
>;

/** Reads the form's values: the draft, which always holds the whole form; without one, what was submitted earlier. */
export function personalValues({ steps }: Pick<Application, 'steps'>): PersonalValues {
  const { data, draft } = steps.personal;
  const source: Readonly<Record<string, unknown>> = draft ?? data ?? {};
  const text = (name: string) => String(source[name] ?? '');
  const people = (source['referrals'] ?? []) as readonly Readonly<Record<string, string | undefined>>[];
  const person = (index: 0 | 1, field: (typeof OF_REFERRAL)[number]) => people[index]?.[field] ?? '';
  const pep = source['pep'];
  return {
    firstName: text('firstName'),
    lastName1: text('lastName1'),
    lastName2: text('lastName2'),
    birthDate: dateShown(text('birthDate')),
    pep: pep === undefined ? '' : pep ? 'yes' : 'no',
    pepPosition: text('pepPosition'),
    ubigeo: text('ubigeo'),
    streetType: text('streetType'),
    streetLine: streetLine({ street: text('street'), number: text('number') }),
    apartment: text('apartment'),
    reference: text('reference'),
    residenceStatus: text('residenceStatus'),
    timeAtAddressMonths: text('timeAtAddressMonths'),
    'referrals.0.name': person(0, 'name'),
    'referrals.0.relationship': person(0, 'relationship'),
    'referrals.0.phone': person(0, 'phone'),
    'referrals.1.name': person(1, 'name'),
    'referrals.1.relationship': person(1, 'relationship'),
    'referrals.1.phone': person(1, 'phone'),
    altPhone: text('altPhone'),
  };
}

/**
 * Builds the body of the step and of its draft, without empty fields and without fields that the amount does not ask
 * for. The public office is sent only with a yes.
 */
export function personalBody(values: PersonalValues, { fields, referees }: AskedOfForm) {
  const plain: Record<string, string> = Object.fromEntries(PLAIN.map((name) => [name, values[name]]));
  if (values.pep !== 'yes') delete plain['pepPosition'];
  for (const name of CHOSEN) if (!fields.includes(name)) delete plain[name];
  const asksTime = fields.includes('timeAtAddressMonths');
  const referral = (index: 0 | 1) =>
    given(Object.fromEntries(OF_REFERRAL.map((field) => [field, values[`referrals.${index}.${field}`]])));
  return {
    ...(given(plain) as Record<string, string>),
    ...streetOf(values.streetLine),
    ...(asksTime && values.timeAtAddressMonths !== '' && { timeAtAddressMonths: Number(values.timeAtAddressMonths) }),
    ...(values.pep !== '' && { pep: values.pep === 'yes' }),
    ...(referees > 0 && { referrals: ([0, 1] as const).slice(0, referees).map(referral) as Record<string, string>[] }),
  };
}

/**
 * Checks whether the client is of age today in Lima; the server checks again on the business date and at the loan's
 * end.
 */
export function ageErrors({ birthDate: typed }: Pick<PersonalValues, 'birthDate'>): FieldError[] {
  const value = birthDate.normalise(typed);
  if (value === '' || birthDate.check(value)) return [];
  const today = calendarDate(limaToday());
  const code = ageRefusal(calendarDate(value), { today, maturity: today });
  return code ? [{ field: 'birthDate', code }] : [];
}

const OF_PEOPLE = ([0, 1] as const).flatMap((index) =>
  OF_REFERRAL.map((field) => `referrals.${index}.${field}` as const),
);

/** Groups the questions by page: you and your address, and your home with who knows you where the amount asks for it. */
function pagesOf({ referees }: AskedOfForm): (keyof PersonalValues)[][] {
  const person = ['firstName', 'lastName1', 'lastName2', 'birthDate', 'pep', 'pepPosition', ...ADDRESS_FIELDS] as const;
  const home = ['residenceStatus', 'timeAtAddressMonths'] as const;
  return referees > 0 ? [[...person], [...home, ...OF_PEOPLE, 'altPhone']] : [[...person, ...home]];
}

/** Formats a date as people in Peru write it; an incomplete one stays as typed. */
export function dateShown(typed: string): string {
  const date = birthDate.normalise(typed);
  return birthDate.check(date) ? typed : formatDate(date);
}

export interface PersonalStore {
  readonly form: FormStore<PersonalValues>;
  readonly draft: DraftStore;
}

/**
 * Creates the store of step 1, filled from the draft.
 * @param pepWords the words of the question about a public office, because the declaration names their digest
 */
export function createPersonal(application: Application, pepWords: readonly string[]): PersonalStore {
  const { asked } = application;
  const toDraft = (values: PersonalValues) => personalBody(values, asked);
  let pepTextVersion: string | undefined;
  consentDigest(pepWords).then((digest) => {
    pepTextVersion = digest;
  });
  const form = createForm({
    endpoint: submitPersonalStep,
    initial: personalValues(application),
    pages: pagesOf(asked),
    aliases: { street: 'streetLine', number: 'streetLine' },
    toBody: (values) => ({ ...toDraft(values), ...(pepTextVersion && { pepTextVersion }) }),
    check: (values) => [...missingFields('personal', toDraft(values), asked), ...ageErrors(values)],
    onDone: (state) => {
      draft.end();
      // The client's name is known now: reload it, because the offer greets with it.
      loadProfile();
      openNextScreen(state);
    },
    onRefused: followOtherWindow,
  });
  const draft: DraftStore = createDraft({
    step: 'personal',
    version: application.version,
    form,
    toDraft,
  });
  return { form, draft };
}
