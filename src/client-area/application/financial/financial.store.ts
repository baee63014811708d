import { type AskedOfForm, missingFields, spendsMoreThanEarned } from '#api/application-form.ts';
import type { CallOutput } from '#api/call.ts';
import type { getApplication } from '#api/endpoints/applications/get-application.ts';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import type { FieldError } from '#api/errors.ts';
import { solesTyped } from '#api/field-rules/amount.ts';
import { accountNumber, cciNumber, checkBankAccount } from '#api/field-rules/bank-account.ts';
import { hasOwnRuc, needsEmployer } from '#api/options.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';
import type { Banks } from '../parts/account-fields.tsx';
import { createDraft, type DraftStore } from '../parts/draft.store.ts';
import { followOtherWindow, openNextScreen } from '../parts/next-step.ts';

type Application = CallOutput<typeof getApplication>;

/** In the order of the screen: the CCI before the bank, because its first three digits already say which one it is. */
const FIELDS = [
  'incomeSource',
  'lengthOfIncome',
  'employerName',
  'employerRuc',
  'employerPhone',
  'monthlyIncome',
  'monthlyExpenses',
  'otherLoanPayments',
  'payday',
  'cci',
  'bankId',
  'bankAccountType',
  'accountNumber',
] as const;
const AMOUNTS = ['monthlyIncome', 'monthlyExpenses', 'otherLoanPayments'] as const;

export type FinancialValues = Readonly<Record<(typeof FIELDS)[number], string>>;

/** The form's values: the draft, which always holds the whole form; without one, what was submitted earlier. */
export function financialValues({ steps }: Pick<Application, 'steps'>): FinancialValues {
  const { data, draft } = steps.financial;
  const source: Readonly<Record<string, unknown>> = draft ?? data ?? {};
  return Object.fromEntries(FIELDS.map((name) => [name, String(source[name] ?? '')])) as FinancialValues;
}

/** The questions about work that belong to a source of income, where the amount asks about it. */
export function workFields(incomeSource: string, { fields }: Pick<AskedOfForm, 'fields'>) {
  const asksWork = fields.includes('employerName');
  const isEmployed = asksWork && needsEmployer(incomeSource);
  return { isEmployed, hasRuc: isEmployed || (asksWork && hasOwnRuc(incomeSource)) };
}

/** Asked by some amounts only; without an amount that asks they are not shown. */
const CHOSEN = ['lengthOfIncome', 'monthlyExpenses', 'otherLoanPayments', 'payday', 'bankAccountType'] as const;

/** The draft as typed, without fields that do not belong to this source of income, or to this amount. */
export function financialDraftOf(values: FinancialValues, asked: Pick<AskedOfForm, 'fields'>): Record<string, string> {
  const { isEmployed, hasRuc } = workFields(values.incomeSource, asked);
  const hidden: Partial<FinancialValues> = {
    ...(!isEmployed && { employerName: '', employerPhone: '' }),
    ...(!hasRuc && { employerRuc: '' }),
    ...Object.fromEntries(CHOSEN.filter((name) => !asked.fields.includes(name)).map((name) => [name, ''])),
  };
  return given({ ...values, ...hidden }) as Record<string, string>;
}

/** The request body: amounts and day as numbers. What is not a number stays a string, for the schema to refuse. */
export function financialBody(values: FinancialValues, asked: Pick<AskedOfForm, 'fields'>): Record<string, unknown> {
  const body: Record<string, unknown> = financialDraftOf(values, asked);
  for (const name of AMOUNTS) if (body[name] !== undefined) body[name] = solesTyped(values[name]) ?? values[name];
  if (body['payday'] !== undefined) body['payday'] = Number(values.payday);
  return body;
}

/** Errors of the account numbers; a wrong CCI checksum only raises a question. */
export function accountErrors(banks: Banks, values: FinancialValues): FieldError[] {
  if (values.bankId === '') return [];
  return [...checkBankAccount(bankOf(banks, values.bankId), account(values)).fieldErrors];
}

const bankOf = (banks: Banks, id: string) => banks.find((bank) => bank.id === id);

const account = (values: FinancialValues) => ({
  accountNumber: accountNumber.normalise(values.accountNumber),
  cci: cciNumber.normalise(values.cci),
});

/** Whether expenses exceed income: the client is asked to check, never refused. */
export function isDoubtfulBudget(values: FinancialValues): boolean {
  const [income, expenses, loans] = AMOUNTS.map((name) => solesTyped(values[name]));
  if (income === undefined || (expenses === undefined && loans === undefined)) return false;
  return spendsMoreThanEarned({ monthlyIncome: income, monthlyExpenses: expenses, otherLoanPayments: loans });
}

export interface FinancialStore {
  readonly form: FormStore<FinancialValues>;
  readonly draft: DraftStore;
}

/** The store of step 2, filled from the draft. */
export function createFinancial(application: Application, banks: Banks): FinancialStore {
  const { asked } = application;
  const toBody = (values: FinancialValues) => financialBody(values, asked);
  const form = createForm({
    endpoint: submitFinancialStep,
    initial: financialValues(application),
    toBody,
    check: (values) => [...missingFields('financial', toBody(values), asked), ...accountErrors(banks, values)],
    onDone: (state) => {
      draft.end();
      openNextScreen(state);
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
