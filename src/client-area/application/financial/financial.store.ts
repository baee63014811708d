import { type AskedOfForm, missingFields, spendsMoreThanEarned } from '#api/application-form.ts';
import type { CallOutput } from '#api/call.ts';
import type { getApplication } from '#api/endpoints/applications/get-application.ts';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { solesTyped } from '#api/field-rules/amount.ts';
import { hasOwnRuc, needsEmployer } from '#api/options.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';
import { createIov } from '../iov/iov.store.ts';
import { type Banks, bankErrors, bankIdOf } from '../parts/account-fields.tsx';
import { createDraft, type DraftStore } from '../parts/draft.store.ts';
import { followOtherWindow, openNextScreen } from '../parts/next-step.ts';

type Application = CallOutput<typeof getApplication>;

/** In the order of the screen. The bank and the account's number are in the CCI. */
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
  'bankAccountType',
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

/** More questions than this are asked on several pages. */
const ON_ONE_PAGE = 5;

/** The groups of questions: what comes in, what a month is like, the account. A small amount's few stand on one page. */
export function financialPages({ fields }: Pick<AskedOfForm, 'fields'>): (keyof FinancialValues)[][] {
  const income = ['incomeSource', 'lengthOfIncome', 'employerName', 'employerRuc', 'employerPhone'] as const;
  const month = ['monthlyIncome', 'monthlyExpenses', 'otherLoanPayments', 'payday'] as const;
  const account = ['cci', 'bankAccountType'] as const;
  const groups = [[...income], [...month], [...account]];
  const always: readonly string[] = ['incomeSource', 'monthlyIncome', 'cci'];
  const asked = groups.flat().filter((name) => always.includes(name) || (fields as readonly string[]).includes(name));
  return asked.length > ON_ONE_PAGE ? groups : [groups.flat()];
}

/**
 * Whether nothing is left to ask after this step: the application is sent with the same press. Pictures, and a credit
 * bureau, have a screen of their own first.
 */
export function isLastQuestion({ identityPictures, asked }: Application): boolean {
  return identityPictures.length === 0 && !asked.checks.includes('bureau');
}

/** The store of the step, filled from the draft. */
export function createFinancial(application: Application, banks: Banks): FinancialStore {
  const { asked } = application;
  const toBody = (values: FinancialValues) => financialBody(values, asked, banks);
  const form = createForm({
    endpoint: submitFinancialStep,
    initial: financialValues(application),
    pages: financialPages(asked),
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

/** Sends the application, which opens what comes next. What goes wrong is said by the screen that sends it again. */
async function isSent(application: Application): Promise<boolean> {
  const { form } = createIov(application, () => '');
  await form.submit();
  return form.$state.get().failedAttempts === 0;
}
