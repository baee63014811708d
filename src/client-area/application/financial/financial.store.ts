import { type AskedOfForm, missingFields, spendsMoreThanEarned } from '#api/application-form.ts';
import type { CallOutput } from '#api/call.ts';
import type { getApplication } from '#api/endpoints/applications/get-application.ts';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { solesTyped } from '#api/field-rules/amount.ts';
import { needsEmployer } from '#api/options.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';
import { followOtherWindow, openNextScreen } from '../any-step/next-step.ts';
import { createDraft, type DraftStore } from '../form-steps/draft.store.ts';
import { isLastQuestion } from '../form-steps/journey-steps.tsx';
import { createIov } from '../iov/iov.store.ts';
import { type Banks, bankErrors, bankIdOf } from './account-fields.tsx';

type Application = CallOutput<typeof getApplication>;

/** In the order of the screen. The bank and the account's number are in the CCI. */
const FIELDS = [
  'incomeSource',
  'lengthOfIncome',
  'employerName',
  'monthlyIncome',
  'monthlyExpenses',
  'otherLoanPayments',
  'monthlyFree',
  'payday',
  'cci',
  'bankAccountType',
] as const;
const AMOUNTS = ['monthlyIncome', 'monthlyExpenses', 'otherLoanPayments', 'monthlyFree'] as const;

export type FinancialValues = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Reads the form's values: the draft, which always holds the whole form; without one, what was submitted earlier. */
export function financialValues({ steps }: Pick<Application, 'steps'>): FinancialValues {
  const { data, draft } = steps.financial;
  const source: Readonly<Record<string, unknown>> = draft ?? data ?? {};
  return Object.fromEntries(FIELDS.map((name) => [name, String(source[name] ?? '')])) as FinancialValues;
}

/** Tells whether an employer is asked for: only of employees, where the amount requires one. */
export function asksEmployer(incomeSource: string, { fields }: Pick<AskedOfForm, 'fields'>): boolean {
  return fields.includes('employerName') && needsEmployer(incomeSource);
}

/** Fields that only some amounts ask for; for the others they are not shown. */
const CHOSEN = [
  'lengthOfIncome',
  'monthlyExpenses',
  'otherLoanPayments',
  'monthlyFree',
  'payday',
  'bankAccountType',
] as const;

/** Builds the draft as typed, without fields that do not belong to this source of income, or to this amount. */
export function financialDraftOf(values: FinancialValues, asked: Pick<AskedOfForm, 'fields'>): Record<string, string> {
  const hidden: Partial<FinancialValues> = {
    ...(!asksEmployer(values.incomeSource, asked) && { employerName: '' }),
    ...Object.fromEntries(CHOSEN.filter((name) => !asked.fields.includes(name)).map((name) => [name, ''])),
  };
  return given({ ...values, ...hidden }) as Record<string, string>;
}

/**
 * Builds the request body: amounts and day as numbers. Text that is not a number stays a string, for the schema to
 * refuse.
 */
export function financialBody(
  values: FinancialValues,
  asked: Pick<AskedOfForm, 'fields'>,
  banks: Banks,
): Record<string, unknown> {
  const body: Record<string, unknown> = { ...financialDraftOf(values, asked), bankId: bankIdOf(banks, values.cci) };
  for (const name of AMOUNTS) if (body[name] !== undefined) body[name] = solesTyped(values[name]) ?? values[name];
  if (body['payday'] !== undefined) body['payday'] = Number(values.payday);
  return body;
}

/** Tells whether expenses exceed income: the client is asked to check, never refused. */
export function isDoubtfulBudget(values: FinancialValues): boolean {
  const [monthlyIncome, monthlyExpenses, otherLoanPayments] = AMOUNTS.map((name) => solesTyped(values[name]));
  if (monthlyIncome === undefined) return false;
  return spendsMoreThanEarned({ monthlyIncome, monthlyExpenses, otherLoanPayments });
}

export interface FinancialStore {
  readonly form: FormStore<FinancialValues>;
  readonly draft: DraftStore;
}

/** Creates the store of the step, filled from the draft. */
export function createFinancial(application: Application, banks: Banks): FinancialStore {
  const { asked } = application;
  const toBody = (values: FinancialValues) => financialBody(values, asked, banks);
  const form = createForm({
    endpoint: submitFinancialStep,
    initial: financialValues(application),
    toBody,
    check: (values) => [...missingFields('financial', toBody(values), asked), ...bankErrors(banks, 'cci', values.cci)],
    aliases: { bankId: 'cci' },
    onDone: async (state) => {
      draft.end();
      if (!isLastQuestion(application) || !(await isSent(application))) openNextScreen(state);
    },
    onRefused: followOtherWindow,
  });
  const draft: DraftStore = createDraft({
    step: 'financial',
    version: application.version,
    form,
    toDraft: (values) => financialDraftOf(values, asked),
  });
  return { form, draft };
}

/** Sends the application, which opens its next screen. Failures are shown by the screen that sends it again. */
async function isSent(application: Application): Promise<boolean> {
  const { form } = createIov(application, () => '');
  await form.submit();
  return form.$state.get().failedAttempts === 0;
}
