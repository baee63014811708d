/**
 * The steps of an application, field by field (domain 2.7). Document, phone and e-mail are not included: they were
 * verified at registration, and nothing is asked twice. What an amount may do without is optional here, and checked
 * when it is sent all the same; `missingFields` says what is missing for an amount. Rules that depend on the date, the
 * bank or the district table are checked elsewhere: `ageRefusal`, `checkBankAccount`, the server.
 */
import * as z from 'zod/mini';
import type { ApplicationStep } from '#loan/application.ts';
import { type ChosenField, MAX_REFEREES, type Requirements } from '#loan/requirements.ts';
import type { FieldError } from './errors.ts';
import type { FieldCode } from './field-codes.ts';
import { anyPhone } from './field-rules/any-phone.ts';
import { accountNumber, cciNumber } from './field-rules/bank-account.ts';
import { birthDate } from './field-rules/birth-date.ts';
import { oneOf, optional, required, wholeBetween } from './field-rules/field-rule.ts';
import { mobilePhone } from './field-rules/phone.ts';
import { rucNumber } from './field-rules/ruc.ts';
import { houseNumber, line, oneLine, personName } from './field-rules/text.ts';
import { means } from './means.ts';
import { needsEmployer, OPTION_LISTS } from './options.ts';

/** Whole soles a month (domain 2.7). */
export const MONTHLY_AMOUNT_MAX = 100_000;

const referral = z.strictObject({
  name: means('Name and surname.', required(personName(120))),
  relationship: means('A code of the list ReferralRelationship.', oneOf(OPTION_LISTS.ReferralRelationship)),
  phone: means('A mobile, neither the client’s nor the other one’s.', required(mobilePhone)),
});

/** An address; the server checks that the district exists. */
export const addressFields = {
  ubigeo: means(
    'INEI code of the district.',
    required({
      normalise: oneLine,
      check: (value) => (/^\d{6}$/.test(value) ? undefined : 'unknown'),
    }),
  ),
  streetType: means('A code of the list StreetType.', oneOf(OPTION_LISTS.StreetType)),
  street: means('Name of the street.', required(line(1, 120))),
  number: means('House number, S/N without one, block and lot where there are no numbers.', required(houseNumber)),
  apartment: means('Flat or office.', optional(line(1, 20))),
  reference: means('How to find the house.', optional(line(1, 160))),
} as const;

const personalFields = z.strictObject({
  firstName: means('Given names: letters, spaces, apostrophes, dashes, dots; at most 60.', required(personName())),
  lastName1: means('Father’s surname.', required(personName())),
  lastName2: means('Mother’s surname; null for people with one surname.', optional(personName())),
  birthDate: means('Day of birth.', required(birthDate)),
  altPhone: means('A second telephone. It is never sent a code.', optional(anyPhone)),
  ...addressFields,
  streetType: means('A code of the list StreetType.', z.optional(addressFields.streetType)),
  residenceStatus: means('A code of the list ResidenceStatus.', z.optional(oneOf(OPTION_LISTS.ResidenceStatus))),
  timeAtAddressMonths: means('Months at this address, 0 to 960.', z.optional(wholeBetween(0, 960))),
  referrals: means(
    'People we may call to confirm that the client can be reached; never about the loan.',
    z.optional(
      z
        .array(referral, { error: 'invalid' satisfies FieldCode })
        .check(z.maxLength(MAX_REFEREES, { error: 'invalid' satisfies FieldCode })),
    ),
  ),
  pep: means(
    'Whether the client is a politically exposed person.',
    z.boolean({ error: 'required' satisfies FieldCode }),
  ),
  pepPosition: means('The office held; needed with pep.', optional(line(2, 120))),
  pepTextVersion: means(
    'SHA-256 of the words in which pep was asked, in hex; without it that of our own texts counts.',
    z.optional(z.string({ error: 'invalid' }).check(z.regex(/^[0-9a-f]{64}$/, { error: 'invalid' }))),
  ),
});

/** A bank account; the server checks it against the bank's rules. */
export const accountFields = {
  bankId: means(
    'As GET /application/banks calls it.',
    required({
      normalise: oneLine,
      check: (value) => (/^[a-z0-9-]{2,20}$/.test(value) ? undefined : 'unknown'),
    }),
  ),
  type: means('The kind of account.', oneOf(OPTION_LISTS.BankAccountType)),
  cci: means('The interbank account code, 20 digits; its first three are the bank’s.', required(cciNumber)),
} as const;

const monthly = () => wholeBetween(0, MONTHLY_AMOUNT_MAX);

const financialFields = z.strictObject({
  incomeSource: means('A code of the list IncomeSource.', oneOf(OPTION_LISTS.IncomeSource)),
  lengthOfIncome: means('A code of the list LengthOfIncome.', z.optional(oneOf(OPTION_LISTS.LengthOfIncome))),
  employerName: means('Of an employee.', optional(line(2, 120))),
  employerRuc: means('RUC of the employer or of the client’s own business.', optional(rucNumber)),
  employerPhone: means('Where the employer is reached.', optional(anyPhone)),
  monthlyIncome: means('Net, whole soles, 0 to 100000.', monthly()),
  monthlyExpenses: means('Whole soles, 0 to 100000.', z.optional(monthly())),
  otherLoanPayments: means('Whole soles a month, 0 to 100000.', z.optional(monthly())),
  monthlyFree: means(
    'What is left of a month, whole soles, 0 to 100000; in place of the two above.',
    z.optional(monthly()),
  ),
  payday: means('Day of the month the client is paid on.', z.optional(wholeBetween(1, 31))),
  bankId: means('A bank of the list of banks.', accountFields.bankId),
  bankAccountType: means('A code of the list BankAccountType.', z.optional(accountFields.type)),
  accountNumber: means('Digits; how many depends on the bank.', optional(accountNumber)),
  cci: means('Interbank code, 20 digits; its first three are the bank’s.', accountFields.cci),
});

/** Rules between fields run although another field is wrong, so that all errors are reported at once. */
function across<Fields extends z.core.$ZodObject>(
  path: readonly [keyof z.input<Fields> & string, ...(string | number)[]],
  code: FieldCode,
  holds: (draft: Readonly<Record<string, unknown>>) => boolean,
) {
  return z.refine<z.output<Fields>>(
    (draft) => typeof draft !== 'object' || draft === null || holds(draft as Readonly<Record<string, unknown>>),
    { path: [...path], error: code, when: () => true },
  );
}

const isBlank = (value: unknown): boolean => value === undefined || value === '';

/** Lists the phones of the referrals so far, by index. */
function referralPhones({ referrals }: Readonly<Record<string, unknown>>): unknown[] {
  if (!Array.isArray(referrals)) return [];
  return referrals.map((one: unknown) => (one as { readonly phone?: unknown } | null | undefined)?.phone);
}

export const personalStep = personalFields.check(
  across<typeof personalFields>(
    ['pepPosition'],
    'required',
    ({ pep, pepPosition }) => pep !== true || !isBlank(pepPosition),
  ),
  // Two different people.
  across<typeof personalFields>(['referrals', 1, 'phone'], 'duplicate', (draft) => {
    const [first, second] = referralPhones(draft);
    return isBlank(first) || first !== second;
  }),
);
export type PersonalStep = z.output<typeof personalStep>;

export const financialStep = financialFields.check(
  // What is left is a part of what comes in: the one of the two that is wrong decides about a loan.
  across<typeof financialFields>(['monthlyFree'], 'mismatch', ({ monthlyFree, monthlyIncome }) => {
    return !(Number(monthlyFree) > Number(monthlyIncome));
  }),
);
export type FinancialStep = z.output<typeof financialStep>;

/** The part of an amount's requirements that the form asks for. */
export type AskedOfForm = Pick<Requirements, 'fields' | 'referees'>;

const CHOSEN_OF_STEP = {
  personal: ['streetType', 'residenceStatus', 'timeAtAddressMonths'],
  financial: [
    'lengthOfIncome',
    'employerName',
    'monthlyExpenses',
    'otherLoanPayments',
    'monthlyFree',
    'payday',
    'bankAccountType',
  ],
} as const satisfies Readonly<Record<ApplicationStep, readonly ChosenField[]>>;

/**
 * Lists the fields that the amount requires and a step leaves out. People without an employer are not asked for one.
 */
export function missingFields(
  step: ApplicationStep,
  sent: Readonly<Record<string, unknown>>,
  { fields, referees }: AskedOfForm,
): FieldError[] {
  const chosen = CHOSEN_OF_STEP[step].filter((field) => fields.includes(field) && isBlank(sent[field]));
  // The rest of a month is known once the expenses are.
  const knowsRest = !isBlank(sent['monthlyExpenses']) && !isBlank(sent['otherLoanPayments']);
  const asked = chosen.filter(
    (field) =>
      (field !== 'employerName' || needsEmployer(sent['incomeSource'])) && (field !== 'monthlyFree' || !knowsRest),
  );
  const people = sent['referrals'];
  const isAlone = step === 'personal' && (Array.isArray(people) ? people.length : 0) < referees;
  return [...asked, ...(isAlone ? ['referrals'] : [])].map((field) => ({ field, code: 'required' }));
}

/** Errors that need the client's own phone, which the form does not contain: a referral must be somebody else. */
export function ownPhoneErrors(
  { referrals = [] }: Pick<PersonalStep, 'referrals'>,
  ownPhone: string,
): readonly { readonly field: string; readonly code: 'duplicate' }[] {
  return referrals.flatMap(({ phone }, index) =>
    phone === ownPhone ? [{ field: `referrals.${index}.phone`, code: 'duplicate' as const }] : [],
  );
}

/**
 * Tells whether expenses exceed income: probably a typing error, or a loan does not help. Raises a question, never an
 * error (domain 2.7), because a month may cost more than it brings; what is left of it cannot, which is an error.
 */
export function spendsMoreThanEarned(
  step: Pick<FinancialStep, 'monthlyIncome' | 'monthlyExpenses' | 'otherLoanPayments'>,
): boolean {
  const { monthlyIncome, monthlyExpenses = 0, otherLoanPayments = 0 } = step;
  return monthlyExpenses + otherLoanPayments > monthlyIncome;
}

/**
 * A draft of a step: every field is optional and only types are checked (domain 2.3.3). Unknown fields are refused, so
 * that nothing else is stored.
 */
const draftText = () => z.optional(z.string().check(z.maxLength(300)));
const draftNumber = () => z.optional(z.union([z.number(), z.string().check(z.maxLength(40))]));

export const personalDraft = z.strictObject({
  firstName: means('Given names: letters, spaces, apostrophes, dashes, dots; at most 60.', draftText()),
  lastName1: means('Father’s surname.', draftText()),
  lastName2: means('Mother’s surname; null for people with one surname.', draftText()),
  birthDate: means('Day of birth.', draftText()),
  altPhone: means('A second telephone. It is never sent a code.', draftText()),
  ubigeo: means('INEI code of the district.', draftText()),
  streetType: means('A code of the list StreetType.', draftText()),
  street: means('Name of the street.', draftText()),
  number: means('House number, S/N without one, block and lot where there are no numbers.', draftText()),
  apartment: means('Flat or office.', draftText()),
  reference: means('How to find the house.', draftText()),
  residenceStatus: means('A code of the list ResidenceStatus.', draftText()),
  timeAtAddressMonths: means('Months at this address, 0 to 960.', draftNumber()),
  referrals: means(
    'People we may call to confirm that the client can be reached; never about the loan.',
    z.optional(
      z
        .array(
          z.strictObject({
            name: means('Name and surname.', draftText()),
            relationship: means('A code of the list ReferralRelationship.', draftText()),
            phone: means('A mobile, neither the client’s nor the other one’s.', draftText()),
          }),
        )
        .check(z.maxLength(MAX_REFEREES)),
    ),
  ),
  pep: means('Whether the client is a politically exposed person.', z.optional(z.boolean())),
  pepPosition: means('The office held; needed with pep.', draftText()),
});
export type PersonalDraft = z.output<typeof personalDraft>;

export const financialDraft = z.strictObject({
  incomeSource: means('A code of the list IncomeSource.', draftText()),
  lengthOfIncome: means('A code of the list LengthOfIncome.', draftText()),
  employerName: means('Of an employee.', draftText()),
  employerRuc: means('RUC of the employer or of the client’s own business.', draftText()),
  employerPhone: means('Where the employer is reached.', draftText()),
  monthlyIncome: means('Net, whole soles, 0 to 100000.', draftNumber()),
  monthlyExpenses: means('Whole soles, 0 to 100000.', draftNumber()),
  otherLoanPayments: means('Whole soles a month, 0 to 100000.', draftNumber()),
  monthlyFree: means('What is left of a month, whole soles, 0 to 100000; in place of the two above.', draftNumber()),
  payday: means('Day of the month the client is paid on.', draftNumber()),
  bankId: means('A bank of the list of banks.', draftText()),
  bankAccountType: means('A code of the list BankAccountType.', draftText()),
  accountNumber: means('Digits; how many depends on the bank.', draftText()),
  cci: means('Interbank code, 20 digits; its first three are the bank’s.', draftText()),
});
export type FinancialDraft = z.output<typeof financialDraft>;
